/// Reads numbers of any width from bytes, the most significant bit first.
///
/// Past the end there are zeros, and `isBroken` says so from then on: a reader of a syntax looks
/// once, when it is through.
struct BitReader {
  private let bytes: [UInt8]
  /// The place of the next bit.
  private(set) var position = 0
  /// Whether more was read than there is, or what was read can't be.
  private(set) var isBroken = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bits there are.
  var count: Int { 8 * bytes.count }

  mutating func flag() -> Bool { bits(1) != 0 }

  /// A number of at most 32 bits.
  mutating func bits(_ width: Int) -> Int {
    guard position + width <= count else {
      position = count
      isBroken = true
      return 0
    }
    var value = 0
    var left = width
    while left > 0 {
      let taken = min(left, 8 - position % 8)
      let rest = Int(bytes[position / 8]) >> (8 - position % 8 - taken)
      value = value << taken | rest & (1 << taken - 1)
      position += taken
      left -= taken
    }
    return value
  }

  mutating func skip(_ width: Int) {
    if width <= count - position {
      position += width
    } else {
      position = count
      isBroken = true
    }
  }

  /// Goes on to the next whole byte.
  mutating func align() { skip((8 - position % 8) % 8) }

  /// `ue(v)` of ISO/IEC 14496-10, 9.1, up to `limit`.
  mutating func exponentialGolomb(upTo limit: Int = 0xFFFF_FFFE) -> Int {
    var zeros = 0
    while !isBroken, !flag() { zeros += 1 }
    guard zeros < 32 else {
      isBroken = true
      return 0
    }
    let value = 1 << zeros - 1 + bits(zeros)
    guard value <= limit else {
      isBroken = true
      return 0
    }
    return value
  }

  /// `se(v)`: 0, 1, -1, 2, -2…
  mutating func signedExponentialGolomb() -> Int {
    let value = exponentialGolomb()
    return value % 2 == 0 ? -(value / 2) : value / 2 + 1
  }

  /// Says that what was read can't be.
  mutating func fail(if isWrong: Bool = true) { isBroken = isBroken || isWrong }
}
