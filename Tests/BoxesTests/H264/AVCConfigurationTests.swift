import TestSupport
import Testing

@testable import Boxes

@Suite("A decoder configuration")
struct AVCConfigurationTests {
  private static let sequence: [UInt8] = [0x67, 66, 0xC0, 30, 0x80]
  private static let picture: [UInt8] = [0x68, 0xCE]
  private static let record: [UInt8] =
    [1, 66, 0xC0, 30, 0xFF, 0xE1, 0, 5] + sequence + [1, 0, 2] + picture

  @Test("is written as its record")
  func record() throws {
    let configuration = try AVCConfiguration(
      sequenceParameterSets: [Self.sequence], pictureParameterSets: [Self.picture])
    #expect(try configuration.record() == Self.record)
  }

  @Test("reads its record again")
  func roundTrip() throws {
    let configuration = try AVCConfiguration(record: Self.record)
    #expect(configuration.sequenceParameterSets == [Self.sequence])
    #expect(configuration.pictureParameterSets == [Self.picture])
    #expect(configuration.profile == 66)
    #expect(configuration.compatibility == 0xC0)
    #expect(configuration.level == 30)
    #expect(configuration.lengthSize == 4)
  }

  @Test("is refused wherever its record is cut")
  func cut() {
    for count in 0..<Self.record.count {
      #expect(throws: H264Error(.truncated), "\(count) bytes") {
        try AVCConfiguration(record: Array(Self.record.prefix(count)))
      }
    }
  }

  @Test("is written for lengths of 4 bytes, whatever it came with", arguments: [1, 2])
  func lengths(size: Int) throws {
    var record = Self.record
    record[4] = 0xFC | UInt8(size - 1)
    let configuration = try AVCConfiguration(record: record)
    #expect(configuration.lengthSize == size)
    #expect(try configuration.record() == Self.record)
  }

  @Test("is refused with lengths of 3 bytes")
  func threeBytes() {
    var record = Self.record
    record[4] = 0xFE
    #expect(throws: H264Error(.lengthSize)) { try AVCConfiguration(record: record) }
  }

  @Test("is refused in another version", arguments: [0, 2])
  func version(version: UInt8) {
    #expect(throws: H264Error(.version)) {
      try AVCConfiguration(record: [version] + Self.record.dropFirst())
    }
  }

  @Test(
    "is refused without parameter sets of the right kind and length",
    arguments: [
      ([], [picture], []), ([sequence], [], []), ([picture], [picture], []),
      ([sequence], [sequence], []), ([[0x67, 66, 0xC0]], [picture], []),
      ([sequence], [[0x68]], []), ([[]], [picture], []), ([[0xE7, 66, 0, 30]], [picture], []),
      (.init(repeating: sequence, count: 32), [picture], []),
      ([sequence], .init(repeating: picture, count: 256), []),
      ([sequence], [picture], [picture]),
      ([sequence + .init(repeating: 1, count: 65_531)], [picture], []),
    ] as [([[UInt8]], [[UInt8]], [[UInt8]])])
  func badSets(sequence: [[UInt8]], picture: [[UInt8]], extensions: [[UInt8]]) {
    #expect(throws: H264Error(.parameterSets)) {
      try AVCConfiguration(
        sequenceParameterSets: sequence, pictureParameterSets: picture,
        parameterSetExtensions: extensions)
    }
  }

  @Test("says the pixel format of High profiles behind the parameter sets")
  func high() throws {
    // seq_parameter_set_id 0, chroma 1, both depths 8: 1 010 1 1, then a one for stuffing.
    let sequence: [UInt8] = [0x67, 100, 0, 31, 0b1010_1110]
    let configuration = try AVCConfiguration(
      sequenceParameterSets: [sequence], pictureParameterSets: [Self.picture],
      parameterSetExtensions: [[0x6D, 1, 2]])
    let record = try configuration.record()
    #expect(record.suffix(9) == [0xFD, 0xF8, 0xF8, 1, 0, 3, 0x6D, 1, 2])
    #expect(try AVCConfiguration(record: record) == configuration)
  }

  @Test("of High profile may end before its pixel format, as old files do")
  func oldHigh() throws {
    let sequence: [UInt8] = [0x67, 100, 0, 31, 0b1010_1110]
    let record = [1, 100, 0, 31, 0xFF, 0xE1, 0, 5] + sequence + [1, 0, 2] + Self.picture
    let configuration = try AVCConfiguration(record: record)
    #expect(configuration.parameterSetExtensions.isEmpty)
    #expect(try AVCConfiguration(record: record + [0xFD, 0xF8, 0xF8, 1, 0]) == configuration)
    #expect(try configuration.record() == record + [0xFD, 0xF8, 0xF8, 0])
  }

  @Test(
    "reads the pixel format of each kind",
    arguments: [
      ([0b1010_1110], 1, 8, 8),  // 4:2:0 in 8 bits
      ([0b1010_0110, 0b1110_0000], 1, 10, 10),  // 1 010 011 011 1
      ([0b1011_1110], 2, 8, 8),  // 1 011 1 1
      ([0b1001_0001, 0b1110_0000], 3, 8, 8),  // 1 00100 0 1 1 1
      ([0b0000_0100, 0b0001_1100], 0, 8, 8),  // id 31: 00000 100000, 1 1 1
      ([0b1100_1110, 0b0111_1000], 0, 14, 14),  // 1 1 00111 00111 1
    ] as [([UInt8], UInt8, UInt8, UInt8)])
  func pixelFormat(bits: [UInt8], chroma: UInt8, luma: UInt8, chromaBits: UInt8) throws {
    let format = try PixelFormat(sequenceParameterSet: [0x67, 100, 0, 31] + bits)
    #expect(format.chroma == chroma)
    #expect(format.lumaBits == luma)
    #expect(format.chromaBits == chromaBits)
  }

  @Test(
    "refuses a pixel format past what the standard allows",
    arguments: [
      [0b0000_0010],  // six zeros
      [0b0000_0100, 0b0011_1000],  // id 32
      [0b1001_0111],  // chroma 4
      [0b1110_0010, 0b0000_0000],  // luma 15 bits
    ] as [[UInt8]])
  func badPixelFormat(bits: [UInt8]) {
    #expect(throws: H264Error(.value)) {
      try PixelFormat(sequenceParameterSet: [0x67, 100, 0, 31] + bits)
    }
  }

  @Test("refuses a pixel format that is cut", arguments: [[], [0b1001_0000], [0b0000_0100]])
  func cutPixelFormat(bits: [UInt8]) {
    #expect(throws: H264Error(.value)) {
      try PixelFormat(sequenceParameterSet: [0x67, 100, 0, 31] + bits)
    }
  }

  @Test("gathers the parameter sets of an encoder's header once, without its banner")
  func header() throws {
    let units = [Self.sequence, Self.picture, [0x06, 5, 1, 0x41, 0x80], Self.picture, [0x6D, 1]]
    let header: [UInt8] = units.flatMap { [0, 0, 0, 1] + $0 }
    let configuration = try AVCConfiguration(annexB: header.span)
    #expect(configuration.sequenceParameterSets == [Self.sequence])
    #expect(configuration.pictureParameterSets == [Self.picture])
    #expect(configuration.parameterSetExtensions == [[0x6D, 1]])
  }

  @Test("is refused for a header without parameter sets")
  func emptyHeader() {
    let bytes: [UInt8] = [0, 0, 1, 0x65, 1]
    #expect(throws: H264Error(.parameterSets)) { try AVCConfiguration(annexB: bytes.span) }
  }

  @Test(
    "reads what ffmpeg writes and writes it the same",
    .enabled(if: MovieMakerProgram.exist("ffmpeg", "ffprobe"), "ffmpeg or ffprobe is not there"),
    arguments: ["baseline", "main", "high"])
  func fromFFmpeg(profile: String) throws {
    let source = try MovieMakerSource(
      ffmpeg: [
        "-f", "lavfi", "-i", "testsrc2=s=64x64:d=0.2", "-pix_fmt", "yuv420p", "-c:v", "libx264",
        "-profile:v", profile,
      ])
    #expect(
      try AVCConfiguration(record: source.avcConfiguration).record() == source.avcConfiguration)
  }

  @Test("prints its errors without anything from the movie")
  func errors() {
    #expect(H264Error(.unit).description == "h264: unit")
  }
}
