internal import TestSupport
internal import Testing

/// Sides that are odd, tiny or extreme.
@Suite(.cases, .readers) struct OddSizeTests {
  @Test(
    "B017 B019 B020 B120: odd, tiny and extreme sides come out even",
    arguments: [
      ("odd.mp4", 290, 190), ("odd.gif", 50, 36), ("vp9odd.mp4", 320, 240), ("wide.mp4", 640, 2),
    ])
  func evenSides(_ name: String, _ width: Int, _ height: Int) throws {
    let path = try CaseInputs.path(name)
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    let video = try #require(try FFprobe(processed.movie).videos.first)
    #expect(video["width"].int == width)
    #expect(video["height"].int == height)
    #expect(video["pix_fmt"].string == "yuv420p")
    let check = try OutputCheck(processed, sourceFrames: try Pictures(path).count)
    #expect(check.problems == [])
  }
}
