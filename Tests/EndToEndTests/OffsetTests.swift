internal import TestSupport
internal import Testing

/// Encoder priming, late starts, and the offset of picture and sound.
@Suite(.cases, .readers) struct OffsetTests {
  /// How much later a beep is heard than a flash is seen, in seconds.
  ///
  /// Both are searched in what the `ffmpeg` program decodes, so no time stamp is believed.
  private static func lag(_ path: String) throws -> Double {
    let pictures = try Pictures(path)
    let flash = try #require(pictures.pixels.firstIndex { Pictures.mean($0) > 128 })
    let start = try FFprobe(path).format["start_time"].double ?? 0
    let beep = try #require(try Sound(path).onset)
    return beep - (pictures.times[flash] - start)
  }

  @Test("B031: encoder priming counts as no time")
  func priming() throws {
    let answer = try Clipgate.verdict(try CaseInputs.path("noelst.mp4"))
    #expect(answer.isAccepted)
    #expect(try #require(answer.presented) <= 1.03)
    let limit = try Clipgate.verdict(try CaseInputs.path("exact5.mp4"))
    #expect(limit.isAccepted)
    #expect(abs(try #require(limit.presented) - 5) <= 0.03)
  }

  @Test("B033: a movie that starts late starts at 0 when it comes out")
  func lateStart() throws {
    let processed = try Clipgate.process(try CaseInputs.path("start067.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    for stream in try FFprobe(processed.movie).streams {
      #expect(abs(try #require(stream["start_time"].double)) <= 0.03)
    }
  }

  @Test(
    "B033 B035: picture and sound keep their offset within a frame",
    arguments: ["flash.mp4", "flash067.mp4", "flash244.mkv", "flashvlate.mp4"])
  func offsetIsKept(_ name: String) throws {
    let processed = try Clipgate.process(try CaseInputs.path(name))
    try #require(processed.isAccepted, "\(processed.summary)")
    let before = try Self.lag(processed.source)
    let after = try Self.lag(processed.movie)
    #expect(abs(before - after) <= 0.04, "\(before) s became \(after) s")
  }

  @Test(
    "B035: a trim keeps the offset of picture and sound",
    arguments: ["flash.mp4", "flash067.mp4", "flash244.mkv", "flashvlate.mp4"])
  func trimKeepsOffset(_ name: String) throws {
    let processed = try Clipgate.process(
      try CaseInputs.path(name), flags: ["--from", "0.73", "--to", "2.5"])
    try #require(processed.isAccepted, "\(processed.summary)")
    let before = try Self.lag(processed.source)
    let after = try Self.lag(processed.movie)
    #expect(abs(before - after) <= 0.04, "\(before) s became \(after) s")
  }
}
