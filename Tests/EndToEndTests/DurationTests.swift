internal import TestSupport
internal import Testing

/// Durations that are missing, lie, or start late: what is shown is measured.
@Suite(.cases, .readers) struct DurationTests {
  @Test(
    "B042 B043 B044 B045 B047 B050 B051 B056 B131: the presented duration is measured",
    arguments: [
      ("rec.webm", 6.0, 0.1, false), ("rec4.webm", 4.0, 0.1, true), ("pipe.mkv", 6.0, 0.05, false),
      ("frag_empty.mp4", 12.0, 0.05, false), ("duration-container.mkv", 2.0, 0.05, true),
      ("duration-stream.mp4", 2.0, 0.05, true), ("lie.mkv", 6.0, 0.05, false),
      ("lie_long.mp4", 1.0, 0.05, true), ("start3600.ts", 3.0, 0.05, true),
      ("ts32.mp4", 5.0, 0.001, true), ("base12.mp4", 12.0, 0.05, false),
    ])
  func presented(_ name: String, _ seconds: Double, _ margin: Double, _ accepted: Bool) throws {
    let answer = try Clipgate.verdict(try CaseInputs.path(name))
    let presented = try #require(answer.presented, "\(answer.summary)")
    #expect(abs(presented - seconds) <= margin)
    #expect(accepted ? answer.isAccepted : answer.isRefused, "\(answer.summary)")
    #expect(answer.codes == (accepted ? [] : ["duration.too_long"]))
  }

  @Test(
    "A picture that is held for seconds makes no movie longer than it is",
    arguments: ["held.mp4", "held_noedit.mp4"])
  func heldPicture(_ name: String) throws {
    let answer = try Clipgate.verdict(try CaseInputs.path(name))
    let presented = try #require(answer.presented, "\(answer.summary)")
    #expect(abs(presented - 4.9) <= 0.06)
    let stored = try #require(answer.facts["duration"]["stored"].double)
    #expect(abs(stored - 4.9) <= 0.06)
    #expect(!answer.warnings.contains("duration.hidden_media"))
  }

  @Test("B050 B051: a header that lies is a warning", arguments: ["lie.mkv", "lie_long.mp4"])
  func headerLies(_ name: String) throws {
    let answer = try Clipgate.verdict(try CaseInputs.path(name))
    #expect(answer.warnings.contains("duration.header_lies"), "\(answer.warnings)")
  }

  @Test("B051: a track that claims seconds it has not leaves no frozen tail")
  func noFrozenTail() throws {
    let processed = try Clipgate.process(try CaseInputs.path("lie_long.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    let length = try FFprobe(processed.movie).duration
    #expect(abs(length - 1) <= 0.05)
  }

  @Test("B052: short sound does not cut the picture")
  func shortSound() throws {
    let processed = try Clipgate.process(try CaseInputs.path("ashort.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    let output = try FFprobe(processed.movie)
    let count = try output.countFrames()
    #expect(count == 30)
    #expect(abs(output.duration - 3) <= 0.05)
    #expect(output.audios.count == 1)
  }

  @Test("B054: pictures without any time stamps are refused, never accepted as 0 s")
  func noTimestamps() throws {
    let folder = try ScratchFolder()
    let path = try folder.copy(try CaseInputs.path("raw.h264"), as: "clip.mp4")
    let answer = try Clipgate.verdict(path)
    #expect(answer.isRefused, "\(answer.summary)")
    #expect(answer.presented != 0)
  }

  @Test(
    "B055: frames are counted where no header counts them",
    arguments: [("rec.webm", 60), ("frag_empty.mp4", 120)])
  func countedFrames(_ name: String, _ count: Int) throws {
    let facts = try Clipgate.facts(try CaseInputs.path(name))
    #expect(facts["video"]["frame_count"].int == count)
  }

  @Test(
    "B043 B056: a trim works without an index and from a late start",
    arguments: [("pipe.mkv", "1", "3", 2.0), ("start3600.ts", "1", "2", 1.0)])
  func trimmed(_ name: String, _ from: String, _ to: String, _ seconds: Double) throws {
    let processed = try Clipgate.process(
      try CaseInputs.path(name), flags: ["--from", from, "--to", to])
    try #require(processed.isAccepted, "\(processed.summary)")
    let length = try FFprobe(processed.movie).duration
    #expect(abs(length - seconds) <= 0.05)
  }
}
