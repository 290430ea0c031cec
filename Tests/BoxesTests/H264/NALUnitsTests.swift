import Testing

@testable import Boxes

@Suite("NAL units")
struct NALUnitsTests {
  private func annexB(_ bytes: [UInt8]) throws -> [[UInt8]] {
    try NALUnits.annexB(bytes.span).map { Array(bytes[$0]) }
  }

  private func prefixed(_ bytes: [UInt8], _ lengthSize: Int) throws -> [[UInt8]] {
    try NALUnits.lengthPrefixed(bytes.span, lengthSize: lengthSize).map { Array(bytes[$0]) }
  }

  @Test(
    "are found in a byte stream between start codes of any length",
    arguments: [
      ([0, 0, 1, 9], [[9]]),
      ([0, 0, 0, 1, 9, 8], [[9, 8]]),
      ([0, 0, 0, 0, 0, 1, 9], [[9]]),
      ([0, 0, 1, 9, 0, 0, 1, 8], [[9], [8]]),
      ([0, 0, 1, 9, 0, 0, 0, 1, 8], [[9], [8]]),
      ([0, 0, 1, 9, 0, 0, 0, 0, 0, 1, 8, 0, 0, 0], [[9], [8]]),
      ([0, 0, 1, 9, 0, 0, 2, 0, 1, 0, 3], [[9, 0, 0, 2, 0, 1, 0, 3]]),
      ([0, 0, 1, 9, 0, 0, 3, 0], [[9, 0, 0, 3]]),
    ] as [([UInt8], [[UInt8]])])
  func byteStream(bytes: [UInt8], units: [[UInt8]]) throws {
    #expect(try annexB(bytes) == units)
  }

  @Test(
    "are not looked for where a byte stream begins otherwise",
    arguments: [[], [0], [0, 0, 0], [1, 9], [0, 1, 9], [9, 0, 0, 1, 9], [0, 0, 2, 0, 0, 1, 9]]
      as [[UInt8]])
  func unframed(bytes: [UInt8]) {
    #expect(throws: H264Error(.unframed)) { try annexB(bytes) }
  }

  @Test(
    "of a byte stream are refused where empty, forbidden or torn",
    arguments: [
      [0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 0, 0, 1, 9], [0, 0, 1, 9, 0, 0, 1], [0, 0, 1, 0x89],
      [0, 0, 1, 9, 0, 0, 0, 2],
    ] as [[UInt8]])
  func badByteStream(bytes: [UInt8]) {
    #expect(throws: H264Error(.unit)) { try annexB(bytes) }
  }

  @Test(
    "are found in a sample after lengths of each size",
    arguments: [
      ([1, 9, 2, 8, 7], 1, [[9], [8, 7]]), ([0, 1, 9, 0, 2, 8, 7], 2, [[9], [8, 7]]),
      ([0, 0, 0, 1, 9, 0, 0, 0, 2, 8, 7], 4, [[9], [8, 7]]), ([], 4, []),
    ] as [([UInt8], Int, [[UInt8]])])
  func sample(bytes: [UInt8], lengthSize: Int, units: [[UInt8]]) throws {
    #expect(try prefixed(bytes, lengthSize) == units)
  }

  @Test("of a sample are refused wherever it is cut", arguments: [1, 2, 3, 4, 5, 7, 8, 9, 10])
  func cutSample(count: Int) {
    let bytes: [UInt8] = [0, 0, 0, 2, 9, 1, 0, 0, 0, 1, 8]
    #expect(throws: H264Error(.truncated)) { try prefixed(Array(bytes.prefix(count)), 4) }
  }

  @Test("of a sample are refused where a length passes its end by far")
  func longLength() {
    #expect(throws: H264Error(.truncated)) { try prefixed([0xFF, 0xFF, 0xFF, 0xFF, 9], 4) }
  }

  @Test(
    "of a sample are refused where empty or forbidden", arguments: [[0], [1, 0x80]] as [[UInt8]])
  func badSample(bytes: [UInt8]) {
    #expect(throws: H264Error(.unit)) { try prefixed(bytes, 1) }
  }

  @Test("have lengths of 1, 2 or 4 bytes", arguments: [-1, 0, 3, 5, 8])
  func lengthSize(size: Int) {
    #expect(throws: H264Error(.lengthSize)) { try prefixed([1, 9], size) }
  }
}
