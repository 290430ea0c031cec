internal import TestSupport
internal import Testing

/// Timecode, telemetry, chapters and cover art beside the picture.
@Suite(.cases, .readers) struct SideTrackTests {
  private func kinds(_ path: String) throws -> [String] {
    try FFprobe(path).streams.compactMap { $0["codec_type"].string }.sorted()
  }

  @Test(
    "B108 B109 B112: timecode, telemetry and chapters stay behind",
    arguments: [
      ("tmcd.mov", "0", "1", ["video"]), ("telemetry.mov", "0", "2", ["audio", "video"]),
      ("chap.mp4", "0.5", "1", ["video"]),
    ])
  func pictureAndSoundOnly(_ name: String, _ from: String, _ to: String, _ kinds: [String]) throws {
    let processed = try Clipgate.process(
      try CaseInputs.path(name), flags: ["--from", from, "--to", to])
    try #require(processed.isAccepted, "\(processed.summary)")
    let left = try self.kinds(processed.movie)
    #expect(left == kinds)
    let chapters = try JSON(
      parsing: Tool.ffprobe.output([
        "-v", "error", "-show_chapters", "-of", "json", Tool.fileURL(processed.movie),
      ]))
    #expect(chapters["chapters"].items.isEmpty)
  }

  @Test(
    "B109: the metadata tracks of phones stay behind", .corpus,
    arguments: [
      "apple_iphone_h264_rot90_mebx_ios9.mov", "apple_livephoto_h264_pcm_mebx.mov",
      "android_hevc_mett_track_first.mp4",
    ])
  func phoneTracks(_ name: String) throws {
    let processed = try Clipgate.process(try #require(Corpus.path(name)))
    try #require(processed.isAccepted, "\(processed.summary)")
    let left = try kinds(processed.movie)
    #expect(left == ["audio", "video"])
  }

  @Test("B113: a cover makes no video of a sound file")
  func coverIsNoVideo() throws {
    let answer = try Clipgate.verdict(try CaseInputs.path("cover.m4a"))
    #expect(answer.isRefused)
    #expect(answer.codes.contains("movie.no_video"), "\(answer.codes)")
  }

  @Test("B113: an MP3 file with a cover is refused")
  func coverInMP3() throws {
    let answer = try Clipgate.verdict(try CaseInputs.path("cover.mp3"))
    #expect(answer.isRefused)
    let fitting: Set = ["movie.no_video", "movie.format_not_allowed", "movie.not_recognized"]
    #expect(!fitting.isDisjoint(with: answer.codes), "\(answer.codes)")
  }

  @Test("B101 B114: picture and poster are of the movie, not of its cover")
  func coverBesideMovie() throws {
    let processed = try Clipgate.process(try CaseInputs.path("cover.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    let video = try #require(try FFprobe(processed.movie).videos.first)
    #expect(video["width"].int == 160)
    #expect(video["height"].int == 120)
    let count = try FFprobe(processed.movie).countFrames()
    #expect(count == 10)
    let poster = try PosterFile(processed.poster)
    #expect(poster.width == 160)
    #expect(poster.height == 120)
    let covers = processed.report["facts"]["streams"].items.filter {
      $0["attached_picture"].bool == true
    }
    #expect(covers.count == 1)
  }
}
