/// Puts numbers of any width together to bytes; the last one is filled with zeros.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  /// Bits of the last byte that are still free.
  private var free = 0

  /// Appends the lowest `width` bits of a number.
  mutating func append(_ value: Int, width: Int) {
    var left = width
    while left > 0 {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      let taken = min(left, free)
      let part = value >> (left - taken) & (1 << taken - 1)
      bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: part << (free - taken))
      free -= taken
      left -= taken
    }
  }
}
