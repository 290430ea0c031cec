import Testing

@testable import Boxes

@Suite("An access unit")
struct AccessUnitTests {
  private static let sequence: [UInt8] = [0x67, 66, 0xC0, 30, 0x80]
  private static let picture: [UInt8] = [0x68, 0xCE]
  private static let keySlice: [UInt8] = [0x65, 1, 2]
  private static let slice: [UInt8] = [0x41, 3]
  private static let pictureTiming: [UInt8] = [1, 1, 0x77]
  private static let banner: [UInt8] = [5, 3, 0x41, 0x42, 0x43]

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
    let unit = try unit([Self.keySlice, Self.slice])
    #expect(unit.sample == [0, 0, 0, 3] + Self.keySlice + [0, 0, 0, 2] + Self.slice)
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
    "leaves out what files do not need",
    arguments: [
      [0x09, 0x10], [0x0C, 0xFF, 0x80], [0x00, 1], [0x18, 1], [0x7C, 1], [0x1F, 1], sequence,
      picture, [0x06] + banner + [0x80], [0x06, 4, 1, 0xB5, 0x80], [0x06, 3, 1, 0xFF, 0x80],
      [0x06] + banner + banner + [0x80],
    ] as [[UInt8]])
  func leftOut(other: [UInt8]) throws {
    let unit = try unit([other, Self.slice])
    #expect(try units(unit) == [Self.slice])
    #expect(!unit.hasOtherParameterSets)
  }

  @Test(
    "keeps what decoding and display use",
    arguments: [
      [0x06, 6, 1, 0x80, 0x80], [0x06, 1, 1, 0x77, 0x80], [0x0A], [0x0B], [0x0E, 1], [0x13, 1],
      [0x06, 1, 2, 0, 0, 3, 1, 1, 0x55, 0x80],
    ] as [[UInt8]])
  func kept(other: [UInt8]) throws {
    #expect(try units(unit([other, Self.slice])) == [other, Self.slice])
  }

  @Test("takes only the user data out of messages that came together")
  func mixedMessages() throws {
    let unit = try unit([
      [0x06] + Self.banner + Self.pictureTiming + Self.banner + [6, 1, 0x84, 0x80], Self.slice,
    ])
    #expect(
      try units(unit) == [[0x06] + Self.pictureTiming + [6, 1, 0x84, 0x80], Self.slice])
  }

  @Test("keeps start codes out of messages that it puts together anew")
  func emulation() throws {
    let unit = try unit([[0x06] + Self.banner + [1, 4, 0, 0, 3, 1, 0, 0x80]])
    #expect(try units(unit) == [[0x06, 1, 4, 0, 0, 3, 1, 0, 0x80]])
  }

  @Test(
    "keeps parameter sets that the configuration lacks, and says so",
    arguments: [[0x67, 66, 0xC0, 31, 0x80], [0x68, 0xCF], [0x6D, 1]] as [[UInt8]])
  func otherParameterSets(other: [UInt8]) throws {
    let unit = try unit([other, Self.slice])
    #expect(unit.hasOtherParameterSets)
    #expect(try units(unit) == [other, Self.slice])
  }

  @Test("leaves out extensions that the configuration has")
  func extensions() throws {
    let unit = try unit([[0x6D, 1], Self.slice], extensions: [[0x6D, 1]])
    #expect(try units(unit) == [Self.slice])
  }

  @Test(
    "is refused where a message does not end",
    arguments: [
      [0x06], [0x06, 0x80], [0x06, 5, 2, 0x41, 0x80], [0x06, 5, 1, 0x41], [0x06, 0xFF, 0x80],
      [0x06, 5, 0xFF, 0x80], [0x06, 5, 0x80],
    ] as [[UInt8]])
  func badMessage(message: [UInt8]) {
    #expect(throws: H264Error(.message)) { try unit([message]) }
  }

  @Test("reads the lengths that its file's configuration announces")
  func shortLengths() throws {
    let configuration = try AVCConfiguration(
      sequenceParameterSets: [Self.sequence], pictureParameterSets: [Self.picture], lengthSize: 1)
    let unit = try AccessUnit(
      lengthPrefixed: ([2] + Self.slice).span, configuration: configuration)
    #expect(unit.sample == [0, 0, 0, 2] + Self.slice)
  }

  @Test("reads message numbers past 254")
  func longNumbers() throws {
    let text = [UInt8](repeating: 0x41, count: 255)
    let message = try SupplementalMessages(
      unit: [0x06, 0xFF, 0, 0] + [5, 0xFF, 0] + text + [0x80])
    #expect(message.messages.map(\.type) == [255, 5])
    #expect(message.messages.map(\.bytes.count) == [3, 258])
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
