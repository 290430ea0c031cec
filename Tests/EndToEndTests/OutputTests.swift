internal import TestSupport
internal import Testing

/// What comes out of real movies, held against the contract's section 5 by independent readers.
@Suite(.corpus, .readers) struct OutputTests {
  /// All that are accepted: high dynamic range, ten bits and fields too.
  static let movies = Corpus.entries.filter { $0.say == "accept" }

  @Test(arguments: movies)
  func `The output of a real movie keeps every promise`(_ entry: Corpus.Entry) throws {
    let source = try FFprobe(entry.path)
    let processed = try Clipgate.process(entry.path)
    try #require(processed.isAccepted, "\(processed.summary)")
    let check = try OutputCheck(
      processed, sourceFrames: try Pictures(entry.path).count, secrets: source.tagTexts)
    #expect(check.problems == [])
  }

  @Test(
    arguments: [
      "apple_iphone_h264_rot90_mebx_ios9.mov", "android_pixel7_rot180_vfr.mp4",
      "webm_vp8_1s_audio_vorbis.webm", "screen_gnome_5fps_4s.webm", "avi_divx_4s.avi",
    ], [OutputProfile.medium, .high])
  func `The larger profiles keep every promise too`(_ name: String, _ profile: OutputProfile) throws
  {
    let path = try #require(Corpus.path(name))
    let processed = try Clipgate.process(path, flags: ["--profile", profile.name])
    try #require(processed.isAccepted, "\(processed.summary)")
    let check = try OutputCheck(
      processed, profile: profile, sourceFrames: try Pictures(path).count,
      secrets: try FFprobe(path).tagTexts)
    #expect(check.problems == [])
  }

  @Test(arguments: ["apple_iphone_h264_rot90_mebx_ios9.mov", "webm_vp8_1s_audio_vorbis.webm"])
  func `An output is accepted, and is copied when it goes in again`(_ name: String) throws {
    let once = try Clipgate.process(try #require(Corpus.path(name)))
    try #require(once.isAccepted, "\(once.summary)")
    #expect(try Clipgate.verdict(once.movie, flags: ["--refuse-hidden-media"]).isAccepted)
    let again = try Clipgate.process(once.movie)
    try #require(again.isAccepted, "\(again.summary)")
    #expect(again.report["plan"]["action"].string == "copy")
    let problems = try OutputCheck(again, sourceFrames: try Pictures(once.movie).count).problems
    #expect(problems == [])
  }

  @Test func `The same input gives the same bytes`() throws {
    let path = try #require(Corpus.path("apple_iphone_h264_rot90_mebx_ios9.mov"))
    let one = try Clipgate.process(path).report["output"]["sha256"].string
    let other = try Clipgate.process(path).report["output"]["sha256"].string
    #expect(one != nil)
    #expect(one == other)
  }
}
