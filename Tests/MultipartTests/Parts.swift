import Multipart

/// What a receiver got: parts with their data whole.
struct Parts: MultipartReceiver, Equatable {
  struct Part: Equatable {
    var header: PartHeader
    var data: [UInt8] = []
    var isWhole = false
  }

  struct Enough: Error, Equatable {}
  typealias Failure = Enough

  var parts: [Part] = []
  /// How many bytes are taken before it has enough.
  var most = Int.max

  mutating func partBegan(_ header: PartHeader) {
    parts.append(Part(header: header))
  }

  mutating func partData(_ bytes: ArraySlice<UInt8>) throws(Enough) {
    precondition(!bytes.isEmpty)
    parts[parts.count - 1].data += bytes
    if parts[parts.count - 1].data.count > most { throw Enough() }
  }

  mutating func partEnded() { parts[parts.count - 1].isWhole = true }

  /// The parts of a body that comes in pieces of these lengths, and of the last of them again and again.
  static func parse(
    _ body: [UInt8], boundary: String = "b", pieces: [Int] = [.max],
    limits: MultipartLimits = MultipartLimits(), most: Int = .max
  ) throws -> Parts {
    var parts = Parts(most: most)
    var parser = MultipartParser(
      try MultipartBoundary(contentType: "multipart/form-data; boundary=\"\(boundary)\""),
      limits: limits)
    var (place, turn) = (0, 0)
    while place < body.count {
      let end = min(body.count, place + min(pieces[min(turn, pieces.count - 1)], body.count))
      try parser.parse(body[place..<end], into: &parts)
      (place, turn) = (end, turn + 1)
    }
    try parser.finish()
    return parts
  }

  static func parse(_ body: String, boundary: String = "b", pieces: [Int] = [.max]) throws -> Parts
  {
    try parse(Array(body.utf8), boundary: boundary, pieces: pieces)
  }
}
