import Testing

/// The boxes of written bytes, for tests to look into.
struct BoxTree {
  let type: String
  /// What follows the box's header.
  let content: [UInt8]
  /// What the header says, header included.
  let size: UInt64

  private static let containers: Set = ["moov", "trak", "edts", "mdia", "minf", "dinf", "stbl"]

  /// The boxes side by side in `bytes`; the last may end after them, as the head's `mdat` does.
  static func all(in bytes: [UInt8]) -> [BoxTree] {
    var boxes: [BoxTree] = []
    var start = 0
    while bytes.count - start >= 8 {
      var size = UInt64(bytes.integer(at: start, 4))
      let isLarge = size == 1
      if isLarge { size = bytes.integer(at: start + 8, 8) }
      let type = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
      let end = Int(min(UInt64(bytes.count), UInt64(start) + size))
      boxes.append(
        BoxTree(
          type: type, content: Array(bytes[start + (isLarge ? 16 : 8)..<end]), size: size))
      guard end > start else { break }
      start = end
    }
    return boxes
  }

  var children: [BoxTree] { Self.containers.contains(type) ? Self.all(in: content) : [] }

  /// The content of the boxes at a path, as "moov/trak/mdia/mdhd".
  static func contents(_ path: String, in bytes: [UInt8]) -> [[UInt8]] {
    var boxes = all(in: bytes)
    let names = path.split(separator: "/").map(String.init)
    for name in names.dropLast() { boxes = boxes.filter { $0.type == name }.flatMap(\.children) }
    return boxes.filter { $0.type == names.last }.map(\.content)
  }

  /// The content of the one box at a path.
  static func content(_ path: String, in bytes: [UInt8]) throws -> [UInt8] {
    let found = contents(path, in: bytes)
    try #require(found.count == 1, "\(found.count) boxes at \(path)")
    return found[0]
  }
}

extension [UInt8] {
  /// A big-endian number of `count` bytes.
  func integer(at start: Int, _ count: Int) -> UInt64 {
    self[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The bytes as 32-bit numbers.
  var words: [UInt32] {
    stride(from: 0, to: count - 3, by: 4).map { UInt32(integer(at: $0, 4)) }
  }
}
