import Foundation
import Rules
import TestSupport
import Testing

/// Streams whose pictures change their size or shape on the way.
@Suite(.movies) struct SizeChangeTests {
  /// Half a second of a white square of 80 pixels in the middle of black, 8 pictures.
  private static func card(_ size: String, _ more: [String]) -> [String] {
    [
      "-f", "lavfi", "-i",
      "color=black:s=\(size):r=16:d=0.5,"
        + "drawbox=x=(iw-80)/2:y=(ih-80)/2:w=80:h=80:color=white:t=fill",
    ] + more + ["-pix_fmt", "yuv420p"]
  }

  /// Width and height of what is white in the last picture but one, in pixels.
  private func square(_ run: Run) throws -> (width: Int, height: Int) {
    let size = try #require(run.report.output?.facts.video)
    let data = [UInt8](
      try Tool.ffmpeg.output([
        "-nostdin", "-v", "error", "-i", Tool.fileURL(run.movie.path), "-vf", "format=gray", "-f",
        "rawvideo", "-",
      ]))
    let (width, height) = (size.width, size.height)
    try #require(data.count == 16 * width * height)
    let picture = Array(data[(14 * width * height)..<(15 * width * height)])
    let columns = (0..<width).count { column in
      (0..<height).contains { picture[$0 * width + column] > 128 }
    }
    let rows = (0..<height).count { row in
      picture[row * width..<(row + 1) * width].contains { $0 > 128 }
    }
    // It lies in the middle, and the corners are black.
    #expect(picture[height / 2 * width + width / 2] > 200)
    #expect(picture[0] < 32 && picture[width * height - 1] < 32)
    return (columns, rows)
  }

  private static let codecs = [
    (["-c:v", "libx264"], "ts"), (["-c:v", "libvpx", "-b:v", "300k"], "webm"),
    (["-c:v", "libvpx-vp9", "-b:v", "300k"], "webm"), (["-c:v", "mpeg2video"], "ts"),
  ]

  @Test(
    arguments: codecs,
    // The second size; the square in a picture that fills 320 x 240 as far as its shape allows.
    [("240x320", 60), ("160x120", 160), ("640x480", 40), ("480x240", 53)])
  func `a picture of another size keeps its shape, in the size of the first one`(
    codec: (encoder: [String], type: String), second: (size: String, square: Int)
  ) throws {
    let parts = try ["320x240", second.size].map {
      try MadeMovie.path(Self.card($0, codec.encoder), type: codec.type)
    }
    let path = try MadeMovie.joined(parts, type: codec.type)
    let run = try Run(OpenFile(path))
    try #require(run.report.accepted, "\(run.codes)")
    #expect(run.report.output?.facts.video?.width == 320)
    #expect(run.report.output?.facts.video?.height == 240)
    let square = try square(run)
    #expect(abs(square.width - second.square) <= 3, "\(square)")
    #expect(abs(square.height - second.square) <= 3, "\(square)")
  }

  /// An MP4 whose second half has parameter sets of its own, as calls are recorded.
  private func movie(
    second size: String, filter: String = "null", matrix: [Int32] = MovieMaker.Track.identity
  ) throws -> OpenFile {
    let encoder = ["-c:v", "libx264", "-bf", "0"]
    let first = try MovieMakerSource(ffmpeg: Self.card("320x240", encoder))
    let second = try MovieMakerSource(ffmpeg: Self.card(size, ["-vf", filter] + encoder))
    var samples = second.video
    samples[0].bytes = Self.parameterSets(second.avcConfiguration) + samples[0].bytes
    var track = try MovieMaker.Track.video(
      first.video + samples, avcConfiguration: first.avcConfiguration, width: 320, height: 240,
      timescale: first.videoTimescale)
    track.matrix = matrix
    return try Movies.file([track])
  }

  /// The one sequence and the one picture parameter set of an `avcC`, each after its length.
  private static func parameterSets(_ record: [UInt8]) -> [UInt8] {
    let length = Int(record[6]) << 8 | Int(record[7])
    let second = 8 + length + 1
    return [0, 0] + record[6..<8 + length] + [0, 0]
      + record[second..<second + 2 + (Int(record[second]) << 8 | Int(record[second + 1]))]
  }

  private static let turned: [Int32] = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 0, 0, 0x4000_0000]

  @Test func `a turned movie is turned after its size changed, too`() throws {
    let run = try Run(movie(second: "240x320", matrix: Self.turned))
    try #require(run.report.accepted, "\(run.codes)")
    #expect(run.report.output?.facts.video?.width == 240)
    #expect(run.report.output?.facts.video?.height == 320)
    let square = try square(run)
    #expect(abs(square.width - 60) <= 2 && abs(square.height - 60) <= 2, "\(square)")
  }

  @Test func `pixels that become wide on the way are shown wide`() throws {
    let run = try Run(movie(second: "320x240", filter: "setsar=2"))
    try #require(run.report.accepted, "\(run.codes)")
    let square = try square(run)
    #expect(abs(square.width - 80) <= 2 && abs(square.height - 40) <= 2, "\(square)")
  }
}
