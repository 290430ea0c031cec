/// Bits of bytes one after another, the highest of a byte first; past the end they are 0.
struct BitReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether more was read than there is.
  var isOver: Bool { place > bytes.count * 8 }

  mutating func skip(_ count: Int) { place += count }

  /// Takes a number of at most 32 bits.
  mutating func read(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let byte = place / 8 < bytes.count ? bytes[place / 8] : 0
      value = value << 1 | Int(byte >> UInt8(7 - place % 8) & 1)
      place += 1
    }
    return value
  }
}
