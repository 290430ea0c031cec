internal import Rules

/// Files that an AVI carries inside its text streams (`GAB2` chunks), which may name other files.
///
/// libavformat would open one as a movie of its own. Its whitelists forbid that, and this walk
/// refuses the file before they are asked.
struct AVIEmbedding {
  /// More chunks than any accepted movie has.
  private static let maxChunks = 200_000
  /// Lists may lie in lists: RIFF, then `movi`, then `rec `.
  private static let lists: Set<String> = ["RIFF", "LIST"]

  let file: InputFile

  /// - Throws: `Refusal` where a text chunk holds a file.
  func refuse() throws {
    var place: Int64 = 0
    for _ in 0..<Self.maxChunks {
      let head = try file.read(at: place, count: 14)
      guard head.count >= 8 else { return }
      let name = String(decoding: head[0..<4], as: UTF8.self)
      if Self.lists.contains(name) {
        // A list's content starts after its kind; its chunks are walked as they come.
        place += 12
        continue
      }
      if name.hasSuffix("tx"), head.count >= 12, head[8..<12].elementsEqual("GAB2".utf8) {
        throw Refusal(
          .formatNotAllowed, "The movie carries another file in a text stream.")
      }
      var size: Int64 = 0
      for byte in head[4..<8].reversed() { size = size << 8 | Int64(byte) }
      // Chunks are padded to an even length.
      place += 8 + size + size % 2
      if place >= file.size { return }
    }
    throw Refusal(.tooComplex, "The movie has more chunks than are allowed.")
  }
}
