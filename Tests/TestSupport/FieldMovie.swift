/// H.264 whose pictures are two fields, each coded as a picture of its own, which no encoder at hand
/// makes: intra pictures of raw samples (`I_PCM`).
package enum FieldMovie {
  /// A byte stream (ITU-T H.264, Annex B) of 32 × 64 pixels.
  ///
  /// - Parameters:
  ///   - pictures: how many; each gets a little lighter.
  ///   - broken: fields, counted from 0, of which only the unit's first byte is left.
  package static func stream(pictures: Int, broken: Set<Int> = []) -> [UInt8] {
    (0..<pictures * 2).flatMap { field(number: $0, isBroken: broken.contains($0)) }
  }

  private static let startCode: [UInt8] = [0, 0, 0, 1]

  private static func field(number: Int, isBroken: Bool) -> [UInt8] {
    let isFirst = number.isMultiple(of: 2)
    var unit = slice(number: number, isFirst: isFirst)
    if isBroken { for index in unit.indices.dropFirst() { unit[index] = 0 } }
    let sets = isFirst ? startCode + parameters + startCode + pictureParameters : []
    // An access unit delimiter begins each.
    return startCode + [0x09, 0x10] + sets + startCode + unit
  }

  /// Main profile, fields allowed, 2 × 2 macroblocks a field (7.3.2.1.1).
  private static var parameters: [UInt8] {
    var bits = Bits()
    bits.append(77, width: 8)
    bits.append(30, width: 16)
    // Numbers of pictures in 4 bits, their order that of coding, one reference.
    for value in [0, 0, 2, 1] { bits.appendGolomb(value) }
    bits.append(0, width: 1)
    bits.appendGolomb(1)
    bits.appendGolomb(1)
    // Fields, none mixed with frames in a picture; neither cropping nor usability information.
    bits.append(0b00100, width: 5)
    return [0x67] + bits.ended
  }

  private static var pictureParameters: [UInt8] {
    var bits = Bits()
    for value in [0, 0] { bits.appendGolomb(value) }
    bits.append(0, width: 2)
    for value in [0, 0, 0] { bits.appendGolomb(value) }
    bits.append(0, width: 3)
    for value in [0, 0, 0] { bits.appendGolomb(value) }
    bits.append(0, width: 3)
    return [0x68] + bits.ended
  }

  /// The first field refreshes the decoder (IDR), the second does not.
  private static func slice(number: Int, isFirst: Bool) -> [UInt8] {
    var bits = Bits()
    for value in [0, 7, 0] { bits.appendGolomb(value) }
    bits.append(0, width: 4)
    bits.append(isFirst ? 0b10 : 0b11, width: 2)
    if isFirst { bits.appendGolomb(number / 2 % 2) }
    bits.append(0, width: isFirst ? 2 : 1)
    bits.appendGolomb(0)
    for _ in 0..<4 {
      bits.appendGolomb(25)
      bits.align()
      for _ in 0..<256 { bits.append(60 + number, width: 8) }
      for _ in 0..<128 { bits.append(128, width: 8) }
    }
    return [isFirst ? 0x65 : 0x61] + bits.ended
  }

  /// Bits put together to bytes.
  private struct Bits {
    private var bytes: [UInt8] = []
    private var count = 0

    mutating func append(_ value: Int, width: Int) {
      for bit in (0..<width).reversed() {
        if count % 8 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << (7 - count % 8)
        count += 1
      }
    }

    /// A number as Exp-Golomb code (9.1).
    mutating func appendGolomb(_ value: Int) {
      let width = Int.bitWidth - (value + 1).leadingZeroBitCount
      append(value + 1, width: 2 * width - 1)
    }

    mutating func align() { count = bytes.count * 8 }

    /// With the bit that ends a unit.
    var ended: [UInt8] {
      var copy = self
      copy.append(1, width: 1)
      return copy.bytes
    }
  }
}
