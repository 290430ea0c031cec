internal import TestSupport
internal import Testing

/// Pixels that are not square.
@Suite(.cases, .readers) struct SampleAspectTests {
  @Test("B012: wide pixels are resampled to square ones and the aspect stays")
  func squarePixels() throws {
    let processed = try Clipgate.process(try CaseInputs.path("sar.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    let video = try #require(try FFprobe(processed.movie).videos.first)
    let width = try #require(video["width"].double)
    let height = try #require(video["height"].double)
    #expect(["1:1", nil].contains(video["sample_aspect_ratio"].string))
    #expect(abs(width / height / (16.0 / 9.0) - 1) <= 0.01)
  }

  @Test("B015: a size whose aspect no float holds stays as it is")
  func exactSize() throws {
    let path = try CaseInputs.path("w468.mp4")
    let facts = try Clipgate.facts(path)["video"]
    #expect(facts["width"].int == 468)
    #expect(facts["height"].int == 60)
    let processed = try Clipgate.process(path)
    let video = try #require(try FFprobe(processed.movie).videos.first)
    #expect(video["width"].int == 468)
    #expect(video["height"].int == 60)
  }

  @Test("B016: the poster of a movie with wide pixels has the displayed aspect")
  func posterAspect() throws {
    let processed = try Clipgate.process(try CaseInputs.path("sar.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    let poster = try PosterFile(processed.poster)
    #expect(abs(Double(poster.width) / Double(poster.height) / (16.0 / 9.0) - 1) <= 0.01)
  }
}
