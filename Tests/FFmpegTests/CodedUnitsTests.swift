import Testing

@testable import FFmpeg

/// How the units of H.264 and H.265 are framed, by the set-up bytes.
@Suite struct CodedUnitsTests {
  /// A unit of two bytes behind lengths of that many, and what is found with these set-up bytes.
  private func firstUnit(_ codec: CodedUnits.Codec, _ record: [UInt8], lengthBytes: Int) -> Int? {
    let bytes = [UInt8](repeating: 0, count: lengthBytes - 1) + [2, 0x65, 0x88]
    var place = 0
    // Lent for the call alone.
    return unsafe bytes.withUnsafeBytes {
      unsafe CodedUnits(codec, extradata: record).next(in: $0, from: &place)
    }
  }

  @Test(arguments: [1, 2, 4])
  func `a whole record tells the length of lengths, and one that is cut off nothing`(count: Int) {
    let ends = UInt8(0xFC) | UInt8(count - 1)
    let h264: [UInt8] = [1, 66, 0, 30, ends, 0xE0, 0]
    let h265: [UInt8] = [1] + Array(repeating: 0, count: 20) + [ends, 0]
    #expect(firstUnit(.h264, h264, lengthBytes: count) == count)
    #expect(firstUnit(.h265, h265, lengthBytes: count) == count)
    #expect(firstUnit(.h264, Array(h264.dropLast()), lengthBytes: count) == nil)
    #expect(firstUnit(.h265, Array(h265.dropLast()), lengthBytes: count) == nil)
    #expect(firstUnit(.h264, [0] + h264.dropFirst(), lengthBytes: count) == nil)
  }
}
