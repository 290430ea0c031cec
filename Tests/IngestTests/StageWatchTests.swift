import Rules
import TestSupport
import Testing

@testable import Ingest

/// Where a movie's time goes.
@Suite(.movies) struct StageWatchTests {
  @Test func `a stage inside another is counted once`() {
    let watch = StageWatch()
    let start = Clock.monotonic
    watch.begin(.decode)
    spend(.milliseconds(20))
    let outer = watch.begin(.encode)
    spend(.milliseconds(30))
    watch.begin(outer)
    spend(.milliseconds(10))
    watch.begin(nil)
    spend(.milliseconds(10))
    let times = watch.times
    let all = Clock.monotonic - start
    #expect(outer == .decode)
    #expect(times.decode ?? .zero >= .milliseconds(30))
    #expect(times.encode ?? .zero >= .milliseconds(30))
    let counted = times.all.reduce(Duration.zero) { $0 + $1.time }
    #expect(counted <= all - .milliseconds(10))
    #expect(times.all.map(\.name) == ["decode", "encode"])
  }

  @Test func `a movie's stages come to its time, nearly`() throws {
    let path = try MadeMovie.ramp(
      sound: ["-f", "lavfi", "-i", "sine=f=440:r=44100:d=1"], extra: ["-c:a", "aac"])
    let run = try Run(OpenFile(path))
    let stages = try #require(run.report.timing.stages)
    let names = stages.all.map(\.name)
    #expect(
      names == ["probe", "read", "decode", "scale", "encode", "sound", "poster", "write"])
    let sum = stages.all.reduce(Duration.zero) { $0 + $1.time }
    let wall = try #require(run.report.timing.wall)
    #expect(sum <= wall)
  }

  private func spend(_ time: Duration) {
    let end = Clock.monotonic + time
    while Clock.monotonic < end {}
  }
}
