internal import TestSupport
internal import Testing

/// How large an output may become.
@Suite(.cases, .readers) struct OutputSizeTests {
  @Test("B075 B081: an output is not larger than its input, and the report says what was done")
  func notLarger() throws {
    let processed = try Clipgate.process(try CaseInputs.path("lowrate.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    let before = try #require(processed.report["facts"]["bytes"].int)
    let after = try #require(processed.report["output"]["bytes"].int)
    #expect(after <= before)
    #expect(["copy", "remux", "encode"].contains(processed.report["plan"]["action"].string))
  }

  @Test(
    "B077 B079: an output of a wanted size is never above it and loses no frame",
    arguments: [("noise_a.mp4", 2_000_000), ("noise.mp4", 3_000_000)])
  func targetBytes(_ name: String, _ bytes: Int) throws {
    let processed = try Clipgate.process(
      try CaseInputs.path(name), flags: ["--target-bytes", "\(bytes)"])
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(try #require(processed.report["output"]["bytes"].int) <= bytes)
    let count = try FFprobe(processed.movie).countFrames()
    #expect(count == 150)
  }
}
