import Testing

@testable import Boxes

@Suite("An access unit")
struct AccessUnitTests {
  private static let sequence: [UInt8] = [0x67, 66, 0xC0, 30, 0x80]
  private static let picture: [UInt8] = [0x68, 0xCE]
  /// first_mb_in_slice 0, slice_type 7, pic_parameter_set_id 0: 1 0001000 1.
  private static let keySlice: [UInt8] = [0x65, 0x88, 0x80]
  /// first_mb_in_slice 0, slice_type 0, pic_parameter_set_id 0: 1 1 1.
  private static let slice: [UInt8] = [0x41, 0xE0]
  /// first_mb_in_slice 1: 010 1 1.
  private static let secondSlice: [UInt8] = [0x41, 0b0101_1000]

  private func unit(
    _ units: [[UInt8]], extensions: [[UInt8]] = []
  ) throws -> AccessUnit {
    let configuration = try AVCConfiguration(
      sequenceParameterSets: [Self.sequence], pictureParameterSets: [Self.picture],
      parameterSetExtensions: extensions)
    let stream: [UInt8] = units.flatMap { [0, 0, 0, 1] + $0 }
    let sample: [UInt8] = units.flatMap { [0, 0, 0, UInt8($0.count)] + $0 }
    let unit = try AccessUnit(annexB: stream.span, configuration: configuration)
    #expect(
      try AccessUnit(lengthPrefixed: sample.span, configuration: configuration) == unit,
      "both forms say the same")
    return unit
  }

  private func units(_ unit: AccessUnit) throws -> [[UInt8]] {
    try NALUnits.lengthPrefixed(unit.sample.span, lengthSize: 4).map { Array(unit.sample[$0]) }
  }

  @Test("keeps its slices")
  func slices() throws {
    let unit = try unit([Self.slice, Self.secondSlice])
    #expect(unit.sample == [0, 0, 0, 2] + Self.slice + [0, 0, 0, 2] + Self.secondSlice)
    #expect(unit.isPlain)
    #expect(unit.pictureParameterSets == [0])
  }

  @Test("names the picture parameter sets of its slices")
  func parameterSets() throws {
    // pic_parameter_set_id 2 and 255.
    let units: [[UInt8]] = [[0x41, 0b1101_1000], [0x41, 0b0101_0000, 0b0000_1000, 0b0000_0100]]
    #expect(try unit(units).pictureParameterSets == [2, 255])
  }

  @Test("knows a key picture", arguments: [(keySlice, true), (slice, false)])
  func key(slice: [UInt8], isKey: Bool) throws {
    let unit = try unit([slice])
    #expect(unit.isKey == isKey)
    #expect(unit.hasPicture)
  }

  @Test("knows that it holds no picture")
  func noPicture() throws {
    let unit = try unit([[9, 0xF0]])
    #expect(!unit.hasPicture)
    #expect(unit.sample.isEmpty)
  }

  @Test(
    "leaves out everything else",
    arguments: [
      [0x09, 0x10], [0x0A], [0x0B], [0x0C, 0xFF, 0x80], [0x0E, 1], [0x0F, 1], [0x10, 1], [0x13, 1],
      [0x14, 1], [0x15, 1], [0x16, 1], [0x17, 1], [0x00, 1], [0x18, 1], [0x7C, 1], [0x1F, 1],
      sequence, picture, [0x06, 5, 3, 0x41, 0x42, 0x43, 0x80], [0x06, 4, 1, 0xB5, 0x80],
      [0x06, 6, 1, 0x80, 0x80], [0x06, 1, 1, 0x77, 0x80], [0x06, 47, 1, 0x41, 0x80],
      [0x06, 200, 1, 0x41, 0x80], [0x06], [0x06, 5, 2, 0x41, 0x80], [0x66, 0xFF],
    ] as [[UInt8]])
  func leftOut(other: [UInt8]) throws {
    for units in [[other, Self.slice], [Self.slice, other]] {
      let unit = try unit(units)
      #expect(try self.units(unit) == [Self.slice])
      #expect(!unit.hasOtherParameterSets)
      #expect(unit.isPlain)
    }
  }

  @Test(
    "is not plain with slices that are not one picture's",
    arguments: [
      [slice, slice], [secondSlice], [secondSlice, slice], [keySlice, secondSlice],
      [slice, [0x42, 1]], [[0x43, 1], slice], [[0x44, 1]], [[0x41]], [[0x41, 0x01]],
      [[0x41, 0b1000_0101, 0xFF]],  // slice_type 10
    ] as [[[UInt8]]])
  func notPlain(units: [[UInt8]]) throws {
    #expect(try !unit(units).isPlain)
  }

  @Test(
    "tells of parameter sets that the configuration lacks",
    arguments: [[0x67, 66, 0xC0, 31, 0x80], [0x68, 0xCF], [0x6D, 1]] as [[UInt8]])
  func otherParameterSets(other: [UInt8]) throws {
    let unit = try unit([other, Self.slice])
    #expect(unit.hasOtherParameterSets)
    #expect(try units(unit) == [Self.slice])
  }

  @Test("leaves out extensions that the configuration has")
  func extensions() throws {
    let unit = try unit([[0x6D, 1], Self.slice], extensions: [[0x6D, 1]])
    #expect(try units(unit) == [Self.slice])
  }

  @Test("reads the lengths that its file's configuration announces")
  func shortLengths() throws {
    let configuration = try AVCConfiguration(
      sequenceParameterSets: [Self.sequence], pictureParameterSets: [Self.picture], lengthSize: 1)
    let unit = try AccessUnit(
      lengthPrefixed: ([2] + Self.slice).span, configuration: configuration)
    #expect(unit.sample == [0, 0, 0, 2] + Self.slice)
  }

  @Test("puts emulation prevention back as it was")
  func prevention() {
    for raw: [UInt8] in [
      [0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 3], [0, 0, 0, 0, 0, 1], [0, 0, 4],
    ] {
      let escaped = EmulationPrevention.added(to: raw)
      #expect(EmulationPrevention.removed(from: escaped) == raw)
      #expect((escaped.count > raw.count) == (raw[2] < 4))
    }
    #expect(EmulationPrevention.added(to: [0, 0, 0, 0, 1]) == [0, 0, 3, 0, 0, 3, 1])
  }
}
