import FFmpeg
import Rules
import TestSupport
import Testing

@testable import Ingest

@Suite struct OrientationTests {
  /// A right angle of a display matrix: what x and y become.
  struct Turn: Sendable, CustomTestStringConvertible {
    var a: Int32
    var b: Int32
    var c: Int32
    var d: Int32
    var expected: Orientation

    var matrix: [Int32] {
      let one: Int32 = 0x1_0000
      return [a * one, b * one, 0, c * one, d * one, 0, 0, 0, 0x4000_0000]
    }
    var testDescription: String {
      "turned \(expected.rotation)°\(expected.isMirrored ? ", mirrored" : "")"
    }
  }

  static let turns = [
    Turn(a: 1, b: 0, c: 0, d: 1, expected: .upright),
    Turn(a: 0, b: 1, c: -1, d: 0, expected: Orientation(rotation: 90, isMirrored: false)),
    Turn(a: -1, b: 0, c: 0, d: -1, expected: Orientation(rotation: 180, isMirrored: false)),
    Turn(a: 0, b: -1, c: 1, d: 0, expected: Orientation(rotation: 270, isMirrored: false)),
    Turn(a: -1, b: 0, c: 0, d: 1, expected: Orientation(rotation: 0, isMirrored: true)),
    Turn(a: 0, b: 1, c: 1, d: 0, expected: Orientation(rotation: 90, isMirrored: true)),
    Turn(a: 1, b: 0, c: 0, d: -1, expected: Orientation(rotation: 180, isMirrored: true)),
    Turn(a: 0, b: -1, c: -1, d: 0, expected: Orientation(rotation: 270, isMirrored: true)),
  ]

  @Test(arguments: turns)
  func `a right angle is told from its matrix`(turn: Turn) {
    #expect(Orientation(matrix: turn.matrix) == turn.expected)
  }

  @Test(.movies, arguments: turns)
  func `a turned movie comes out as the ffmpeg program shows it`(turn: Turn) throws {
    let source = try MovieMakerSource(ffmpeg: [
      "-f", "lavfi", "-i",
      "color=red:s=32x24:r=25:d=0.2[a];color=lime:s=32x24:r=25:d=0.2[b];[a][b]hstack[u];"
        + "color=blue:s=32x24:r=25:d=0.2[c];color=white:s=32x24:r=25:d=0.2[d];[c][d]hstack[v];"
        + "[u][v]vstack,format=yuv420p", "-c:v", "libx264", "-crf", "10",
    ])
    var track = try MovieMaker.Track.video(
      source.video, avcConfiguration: source.avcConfiguration, width: 64, height: 48,
      timescale: source.videoTimescale)
    track.matrix = turn.matrix
    let file = try OpenFile(holding: MovieMaker(tracks: [track]).bytes())
    let run = try Run(file)
    let video = try #require(run.report.facts?.video)
    #expect(video.rotation == turn.expected.rotation)
    #expect(video.mirrored == turn.expected.isMirrored)
    let sides = try Played(run.movie).size
    #expect((sides.width > sides.height) == !turn.expected.swapsSides)
    let expected = try #require(try Pictures(file.path, as: .quadrants).pixels.first)
    let shown = try #require(try Pictures(run.movie.path, as: .quadrants).pixels.first)
    for (one, other) in zip(expected, shown) { #expect(abs(Int(one) - Int(other)) < 40) }
    #expect(expected.count == 12)
  }

  @Test func `a matrix that is none is upright`() {
    #expect(Orientation(matrix: nil) == .upright)
    #expect(Orientation(matrix: []) == .upright)
    #expect(Orientation(matrix: [1, 2, 3]) == .upright)
    #expect(Orientation(matrix: Array(repeating: 0, count: 9)) == .upright)
  }

  @Test func `the nearest right angle is taken of a turn between two`() {
    // 30° and 60° clockwise, in 16.16.
    #expect(Orientation(matrix: [56_756, 32_768, 0, -32_768, 56_756, 0, 0, 0, 1]).rotation == 0)
    #expect(Orientation(matrix: [32_768, 56_756, 0, -56_756, 32_768, 0, 0, 0, 1]).rotation == 90)
  }

  @Test func `any nine numbers are one of eight orientations, never a crash`() {
    let values: [Int32] = [.min, .min + 1, -1, 0, 1, 0x1_0000, .max]
    for a in values {
      for b in values {
        for c in values {
          for d in values {
            let found = Orientation(matrix: [a, b, 0, c, d, 0, 7, 7, 7])
            #expect([0, 90, 180, 270].contains(found.rotation))
          }
        }
      }
    }
  }
}
