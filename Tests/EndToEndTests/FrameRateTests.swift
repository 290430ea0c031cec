internal import TestSupport
internal import Testing

/// Frame rates that vary, jitter or exceed a profile's.
@Suite(.cases, .readers) struct FrameRateTests {
  private func processed(_ name: String, _ flags: [String] = []) throws -> Processed {
    let processed = try Clipgate.process(try CaseInputs.path(name), flags: flags)
    try #require(processed.isAccepted, "\(processed.summary)")
    return processed
  }

  @Test("B036: a burst of 120 frames a second is not spread over the whole clip")
  func burst() throws {
    let processed = try processed("vfr120.mp4")
    let frames = try FFprobe(processed.movie).countFrames()
    #expect(frames <= 61)
    #expect(frames >= 50)
    let bytes = try #require(processed.report["output"]["bytes"].int)
    #expect(bytes <= (try #require(processed.report["facts"]["bytes"].int)))
  }

  @Test("B037: a varying rate and a cap go together", arguments: ["low", "medium", "high"])
  func cap(_ profile: String) throws {
    let processed = try processed("vfr120.mp4", ["--profile", profile])
    let output = try FFprobe(processed.movie)
    let cap = profile == "high" ? 60.0 : 30.0
    let count = try output.countFrames()
    #expect(Double(count) <= output.duration * cap + 1)
    #expect(abs(output.duration - 2) <= 0.05)
  }

  @Test("B038: jitter of the time stamps drops no frames")
  func jitter() throws {
    let processed = try processed("vfr_jitter.mp4")
    let output = try FFprobe(processed.movie)
    let count = try output.countFrames()
    #expect((57...60).contains(count))
    #expect(abs(output.duration - 2) <= 0.05)
  }

  @Test("B039: 60.02 frames a second pass as 60")
  func slightlyOver() throws {
    let path = try CaseInputs.path("fps6002.mp4")
    let answer = try Clipgate.verdict(path, flags: ["--profile", "high"])
    #expect(answer.isAccepted, "\(answer.summary)")
    let rate = try #require(answer.facts["video"]["frame_rate"].double)
    #expect(abs(rate - 60.02) < 0.02)
    let processed = try processed("fps6002.mp4", ["--profile", "high"])
    let count = try FFprobe(processed.movie).countFrames()
    #expect(count >= 59)
  }
}
