/// The script data of an FLV that tells of the whole: `onMetaData` (Adobe Flash Video File Format
/// Specification 10.1, E.5), in AMF0.
struct FLVMetadata {
  /// Writers put it first, or behind the set-up of pictures and sound.
  private static let maxTags = 16
  /// What is read of it; behind the plain values there may be lists of key frames.
  private static let maxBytes = 1 << 20

  let file: InputFile

  /// What `duration` says; nil where it is absent, 0 or no time at all.
  ///
  /// - Throws: `unreadable`.
  func duration() throws(IngestError) -> Duration? {
    let header = try file.read(at: 0, count: 9)
    guard header.count == 9 else { return nil }
    // The tags begin behind the header and the size of the tag before the first: 0.
    var place = Int64(header[5...].reduce(0) { $0 << 8 | UInt32($1) }) + 4
    for _ in 0..<Self.maxTags {
      let tag = try file.read(at: place, count: 11)
      guard tag.count == 11 else { return nil }
      let size = Int(tag[1]) << 16 | Int(tag[2]) << 8 | Int(tag[3])
      if tag[0] & 0x1F == 18 {
        var values = AMFValues(try file.read(at: place + 11, count: min(size, Self.maxBytes)))
        if values.string() == "onMetaData" { return values.number("duration").flatMap(Self.time) }
      }
      place += 11 + Int64(size) + 4
    }
    return nil
  }

  /// A count of seconds that can be a duration; nothing lasts ten thousand years.
  private static func time(_ seconds: Double) -> Duration? {
    seconds > 0 && seconds < 3e11 ? .seconds(seconds) : nil
  }
}
