internal import TestSupport
internal import Testing

/// Time scales and sample times that need 64 bits.
@Suite(.cases, .readers) struct TimestampTests {
  @Test("B131: a time base of 1.5 billion ticks a second is trimmed to the frame")
  func wideTicks() throws {
    let path = try CaseInputs.path("ts32.mp4")
    let processed = try Clipgate.process(path, flags: ["--from", "2", "--to", "4"])
    try #require(processed.isAccepted, "\(processed.summary)")
    let output = try Pictures(processed.movie)
    let source = try Pictures(path)
    #expect(output.count == 20)
    let first = try #require(output.pixels.first)
    #expect(
      Pictures.difference(first, source.pixels[20]) < Pictures.difference(first, source.pixels[19]))
    #expect(
      Pictures.difference(first, source.pixels[20]) < Pictures.difference(first, source.pixels[21]))
  }

  @Test("B134: a sample that lasts 2³² − 1 ticks is no short movie")
  func hugeDelta() throws {
    let answer = try Clipgate.verdict(try CaseInputs.path("stts_max.mp4"))
    #expect(answer.isRefused, "\(answer.summary)")
    // FFmpeg takes such a delta for one tick, so the rate may be what is found to be wrong.
    let fitting: Set = ["duration.too_long", "video.frame_rate_too_high", "movie.corrupt"]
    #expect(!fitting.isDisjoint(with: answer.codes), "\(answer.codes)")
  }
}
