import FFmpeg
import Foundation
import TestSupport
import Testing

/// Each in a process of its own, where nothing else allocates.
@Suite(.movies, .enabled(if: !Sanitizer.isOn, "the sanitizer looks for leaks itself"))
struct LeakTests {
  private struct Grown: Error {
    var bytes: Int
  }

  /// Memory of this process that is in use, in bytes.
  private static func resident() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }

  /// Does something often, and throws where memory grows by more than 5 MB over 200 times.
  private static func repeating(_ work: () throws -> Void) throws {
    for _ in 0..<20 { try work() }
    let before = try resident()
    for _ in 0..<200 { try work() }
    let grown = try resident() - before
    if grown > 5_000_000 { throw Grown(bytes: grown) }
  }

  @Test func `200 movies that are opened, decoded and closed leave nothing`() async {
    await #expect(processExitsWith: .success) {
      let file = try OpenFile(Movies.clip())
      try Self.repeating {
        var demuxer = try Demuxer(file)
        var pictures = 0
        try demuxer.decode(stream: 0) { _ in pictures += 1 }
        var again = try Demuxer(file)
        try again.decode(stream: 1) { frame in
          var resampler = try Resampler(for: frame, sampleRate: 48_000, channels: 1)
          var samples: [[Float]] = [[]]
          try resampler.convert(frame, into: &samples)
        }
      }
    }
  }

  @Test func `200 failures of each kind leave nothing`() async {
    await #expect(processExitsWith: .success) {
      let file = try OpenFile(Movies.clip())
      let garbage = try OpenFile(holding: Array(repeating: 0x5A, count: 100_000))
      try Self.repeating {
        _ = try? Demuxer(file, "matroska")
        _ = try? Demuxer(file, "no such")
        _ = try? Demuxer(file, options: [("no_such", "1")])
        _ = try? Demuxer(file, limits: .init(streams: 1))
        _ = try? Demuxer(file, isInterrupted: { true })
        _ = try? Demuxer(garbage, "mpegts")
        let demuxer = try Demuxer(file)
        _ = try? Decoder(demuxer, stream: 7, maxPixels: 1)
        _ = try? PictureParser(demuxer, stream: 7)
        let input = PictureGraph.Input(
          width: 64, height: 48, pixelFormat: "yuv420p", timeBase: Ratio(1, 25))
        _ = try? PictureGraph(input, chain: "hflip,no_such")
        _ = try? Encoder.h264(
          width: 63, height: 47, timeBase: Ratio(1, 25), frameRate: Ratio(25, 1),
          constantRateFactor: 28)
      }
    }
  }

  @Test func `200 encoders and graphs leave nothing`() async {
    await #expect(processExitsWith: .success) {
      let file = try OpenFile(MadeMovie.ramp(frames: 2))
      try Self.repeating {
        var h264 = try Encoder.h264(
          width: 64, height: 48, timeBase: Ratio(1, 12_800), frameRate: Ratio(30, 1),
          constantRateFactor: 28)
        var graph = try PictureGraph(
          .init(width: 64, height: 48, pixelFormat: "yuv420p", timeBase: Ratio(1, 12_800)),
          chain: "scale=64:48,hflip")
        let out = try Frame()
        var demuxer = try Demuxer(file)
        try demuxer.decode(stream: 0) { frame in
          try graph.push(frame)
          while try graph.pull(into: out) == .frame { try h264.encode(out) { _ in } }
        }
        try h264.finish { _ in }
        var aac = try Encoder.aac(sampleRate: 48_000, channels: 1, bitRate: 64_000)
        try aac.encode(samples: [ArraySlice(repeating: 0, count: 1024)], timestamp: 0) { _ in }
        _ = try Encoder.jpeg(width: 64, height: 48, quantizer: 4)
        var hash = try SHA256()
        hash.update([1, 2, 3])
        _ = hash.finish()
      }
    }
  }
}
