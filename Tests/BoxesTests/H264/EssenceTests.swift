import TestSupport
import Testing

@testable import Boxes

@Suite(
  "The essence of a decoder configuration",
  .enabled(if: MovieMakerProgram.exist("ffmpeg", "ffprobe"), "ffmpeg or ffprobe is not there"))
struct EssenceTests {
  private static func source(
    _ profile: String, _ parameters: String = "", size: String = "66x50"
  ) throws -> [UInt8] {
    try MovieMakerSource(
      ffmpeg: [
        "-f", "lavfi", "-i", "testsrc2=s=\(size):d=0.2", "-pix_fmt", "yuv420p", "-c:v", "libx264",
        "-profile:v", profile, "-x264-params", parameters,
      ]
    ).avcConfiguration
  }

  private func parts(
    _ change: (inout [[UInt8]], inout [[UInt8]], inout [[UInt8]]) -> Void = { _, _, _ in }
  ) throws -> AVCConfiguration {
    let whole = try AVCConfiguration(record: try Self.source("high"))
    var (sequence, picture) = (whole.sequenceParameterSets, whole.pictureParameterSets)
    var extensions: [[UInt8]] = []
    change(&sequence, &picture, &extensions)
    return try AVCConfiguration(
      sequenceParameterSets: sequence, pictureParameterSets: picture,
      parameterSetExtensions: extensions)
  }

  @Test(
    "is all that an encoder writes",
    arguments: [
      ("baseline", ""), ("main", ""), ("high", ""), ("high", "cqm=jvt"), ("high", "8x8dct=0"),
      ("main", "nal-hrd=vbr:vbv-maxrate=500:vbv-bufsize=500:pic-struct=1"),
      ("high", "overscan=show:videoformat=pal:colorprim=bt709:transfer=bt709:colormatrix=bt709"),
      ("high", "sar=7/5:chromaloc=2:cabac=0:weightp=2:ref=16"),
    ])
  func complete(profile: String, parameters: String) throws {
    let record = try Self.source(profile, parameters)
    let configuration = try AVCConfiguration(record: record)
    #expect(try configuration.essence(pictureParameterSets: [0]).record() == record)
  }

  @Test("leaves out what no picture uses: sets, extensions, bytes behind them")
  func surplus() throws {
    let plain = try parts()
    let crowded = try parts { sequence, picture, extensions in
      // Their numbers are 1: 010, behind profile, flags and level.
      sequence.append([0x67, 100, 0, 31, 0b0100_0000] + Array("secret".utf8))
      picture.append([0x68, 0b0101_0000] + Array("secret".utf8))
      picture.append(picture[0])
      extensions.append([0x6D] + Array("secret".utf8))
    }
    #expect(try crowded.essence(pictureParameterSets: [0]) == plain)
    let record = try plain.record() + Array("secret".utf8)
    let essence = try AVCConfiguration(record: record).essence(pictureParameterSets: [0])
    #expect(try essence.record() == plain.record())
  }

  @Test("is the same with zero bytes behind a set")
  func zeros() throws {
    let padded = try parts { sequence, picture, _ in
      sequence[0] += [0, 0]
      picture[0] += [0]
    }
    #expect(try padded.essence(pictureParameterSets: [0]) == parts())
  }

  @Test("is none where a set has more in it than its fields")
  func tails() throws {
    for tail in [Array("secret".utf8), [0, 0, 3, 0x41, 0x80], [0x80], [0, 0, 3, 1]] {
      let sequence = try parts { sequence, _, _ in sequence[0] += tail }
      let picture = try parts { _, picture, _ in picture[0] += tail }
      for configuration in [sequence, picture] {
        #expect(throws: H264Error(.value)) {
          try configuration.essence(pictureParameterSets: [0])
        }
      }
    }
  }

  @Test("is none where a set is cut")
  func cut() throws {
    let whole = try parts()
    for length in 4..<whole.sequenceParameterSets[0].count {
      let configuration = try parts { sequence, _, _ in
        sequence[0] = Array(sequence[0].prefix(length))
      }
      #expect(throws: H264Error.self) { try configuration.essence(pictureParameterSets: [0]) }
    }
  }

  @Test("is none where a set that pictures use is missing, or there in two forms")
  func missing() throws {
    let plain = try parts()
    for ids in [[], [1], [0, 1]] as [Set<Int>] {
      #expect(throws: H264Error(.parameterSets)) { try plain.essence(pictureParameterSets: ids) }
    }
    let twice = try parts { sequence, picture, _ in
      sequence.append([0x67, 77] + sequence[0].dropFirst(2))
    }
    #expect(throws: H264Error(.parameterSets)) { try twice.essence(pictureParameterSets: [0]) }
  }

  @Test("is none of interlaced movies, other formats and other profiles")
  func others() throws {
    var records = [
      try Self.source("high", "interlaced=1", size: "64x64"),
      try Self.source("high", "fake-interlaced=1", size: "64x64"),
    ]
    for format in ["yuv422p", "yuv420p10le", "yuv444p"] {
      let made = try MovieMakerSource(ffmpeg: [
        "-f", "lavfi", "-i", "testsrc2=s=64x64:d=0.2", "-pix_fmt", format, "-c:v", "libx264",
      ])
      records.append(made.avcConfiguration)
    }
    for record in records {
      let configuration = try AVCConfiguration(record: record)
      #expect(throws: H264Error(.value)) { try configuration.essence(pictureParameterSets: [0]) }
    }
  }
}
