import Testing

@testable import Boxes

@Suite("Damaged H.264")
struct MutationTests {
  /// Numbers that are the same on every run (SplitMix64).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return z ^ z >> 31
    }
  }

  private static let sequence: [UInt8] = [0x67, 100, 0, 31, 0b1010_1110]
  private static let picture: [UInt8] = [0x68, 0xCE]
  private static let units: [[UInt8]] = [
    [9, 0xF0], sequence, picture, [0x06, 5, 3, 1, 2, 3, 1, 4, 0, 0, 3, 1, 0, 0x80],
    [0x65, 0x88, 0x80, 3], [0x41, 0xE0, 0, 0, 3, 1],
  ]

  /// The bytes with up to four of them changed, and sometimes an end cut off.
  private func damaged(_ bytes: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      let index = Int.random(in: bytes.indices, using: &numbers)
      bytes[index] =
        [0, 1, 3, 0x80, 0xFF, .random(in: 0...255, using: &numbers)]
        .randomElement(using: &numbers) ?? 0
    }
    if Bool.random(using: &numbers) {
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers))
    }
    return bytes
  }

  @Test("becomes a sample of slices alone, or an error", arguments: [true, false])
  func accessUnits(isAnnexB: Bool) throws {
    let configuration = try AVCConfiguration(
      sequenceParameterSets: [Self.sequence], pictureParameterSets: [Self.picture])
    let whole: [UInt8] = Self.units.flatMap {
      [0, 0, 0, isAnnexB ? 1 : UInt8($0.count)] + $0
    }
    var numbers = Numbers(state: 1)
    var survivors = 0
    for _ in 0..<5_000 {
      let bytes = damaged(whole, &numbers)
      let unit: AccessUnit
      do throws(H264Error) {
        unit =
          isAnnexB
          ? try AccessUnit(annexB: bytes.span, configuration: configuration)
          : try AccessUnit(lengthPrefixed: bytes.span, configuration: configuration)
      } catch { continue }
      survivors += 1
      for range in try NALUnits.lengthPrefixed(unit.sample.span, lengthSize: 4) {
        let type = NALUnitType(header: unit.sample[range.lowerBound])
        #expect(type == .slice || type == .keySlice)
      }
    }
    #expect(survivors > 100)
  }

  @Test("becomes a configuration that reads back the same, or an error")
  func configurations() throws {
    let whole = try AVCConfiguration(
      sequenceParameterSets: [Self.sequence], pictureParameterSets: [Self.picture],
      parameterSetExtensions: [[0x6D, 1, 2]]
    ).record()
    var numbers = Numbers(state: 2)
    var survivors = 0
    for _ in 0..<5_000 {
      let record: [UInt8]
      do throws(H264Error) {
        record = try AVCConfiguration(record: damaged(whole, &numbers)).record()
      } catch { continue }
      survivors += 1
      #expect(try AVCConfiguration(record: record).record() == record)
    }
    #expect(survivors > 100)
  }
}
