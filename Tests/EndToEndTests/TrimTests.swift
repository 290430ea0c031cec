internal import TestSupport
internal import Testing

/// Trims of one long group of pictures whose brightness tells the frame.
@Suite(.cases, .readers) struct TrimTests {
  /// The numbers of the source's frames that a movie shows, by the nearest picture.
  private static func frames(of movie: String, in source: Pictures) throws -> [Int] {
    try Pictures(movie).pixels.map { picture in
      source.pixels.indices.min {
        Pictures.difference(source.pixels[$0], picture)
          < Pictures.difference(source.pixels[$1], picture)
      } ?? -1
    }
  }

  private static func trim(_ path: String, _ flags: [String]) throws -> Processed {
    let processed = try Clipgate.process(path, flags: flags)
    try #require(processed.isAccepted, "\(processed.summary)")
    return processed
  }

  @Test("B064: the first frame is the one on screen at the start, the last one is before the end")
  func exactFrames() throws {
    let source = try CaseInputs.path("ramp.mp4")
    let processed = try Self.trim(source, ["--from", "2.5", "--to", "4.5"])
    let frames = try Self.frames(of: processed.movie, in: Pictures(source))
    #expect(frames == Array(25...44))
    let heard = try Sound(processed.movie).duration
    #expect(abs(heard - 2) <= 0.05)
  }

  @Test("B064: a start between two frames shows the frame that is on screen then")
  func betweenFrames() throws {
    let source = try CaseInputs.path("ramp.mp4")
    let processed = try Self.trim(source, ["--from", "2.57", "--to", "4.52"])
    let frames = try Self.frames(of: processed.movie, in: Pictures(source))
    #expect(frames == Array(25...45))
    let length = try FFprobe(processed.movie).duration
    #expect(abs(length - 1.95) <= 0.05)
  }

  @Test("B065: a trimmed movie starts with a key frame at 0 and no empty edit")
  func startsWithKeyFrame() throws {
    let processed = try Self.trim(
      try CaseInputs.path("ramp.mp4"), ["--from", "2.5", "--to", "4.5"])
    let first = try #require(
      try FFprobe(processed.movie).packets().first { $0.kind == "video" })
    #expect(first.isKey)
    #expect(abs(first.time) <= 0.1)
    let edits = try MovieBoxes(processed.movie).editLists.joined()
    #expect(edits.allSatisfy { $0.mediaTime >= 0 })
  }

  @Test(
    "B068: a trim lasts as long as was asked for",
    arguments: [("0", "1", 1.0), ("0.05", "0.95", 0.9), ("1.23", "3.21", 1.98)])
  func length(_ from: String, _ to: String, _ seconds: Double) throws {
    let processed = try Self.trim(
      try CaseInputs.path("ramp.mp4"), ["--from", from, "--to", to])
    let length = try FFprobe(processed.movie).duration
    #expect(abs(length - seconds) <= 0.05)
  }

  @Test("B068: head and tail cut off what from and to would")
  func headAndTail() throws {
    let source = try CaseInputs.path("ramp.mp4")
    let processed = try Self.trim(source, ["--head", "1.5", "--tail", "2.5"])
    let frames = try Self.frames(of: processed.movie, in: Pictures(source))
    #expect(frames == Array(15...34))
  }

  @Test("B068: fit keeps the first 5 s of what is left")
  func fit() throws {
    let source = try CaseInputs.path("base12.mp4")
    let processed = try Self.trim(source, ["--from", "4", "--fit"])
    let length = try FFprobe(processed.movie).duration
    #expect(abs(length - 5) <= 0.05)
    let count = try FFprobe(processed.movie).countFrames()
    #expect(count == 50)
  }

  @Test("B069: without a trim no frame is missing")
  func nothingMissing() throws {
    let source = try CaseInputs.path("ramp.mp4")
    let processed = try Self.trim(source, ["--max-duration", "6"])
    let frames = try Self.frames(of: processed.movie, in: Pictures(source))
    #expect(frames == Array(0...59))
  }

  @Test("B071: trimming twice adds up exactly")
  func twice() throws {
    let source = try CaseInputs.path("ramp.mp4")
    let once = try Self.trim(source, ["--from", "0.5", "--to", "3.5"])
    let again = try Self.trim(once.movie, ["--from", "1", "--to", "2"])
    let frames = try Self.frames(of: again.movie, in: Pictures(source))
    #expect(frames == Array(15...24))
    let heard = try Sound(again.movie).duration
    #expect(abs(heard - 1) <= 0.05)
  }

  @Test("B074: frames that an edit list hides are not shown, and no other is lost")
  func hiddenFrames() throws {
    let source = try CaseInputs.path("discard.mp4")
    let processed = try Self.trim(source, [])
    let count = try FFprobe(processed.movie).countFrames()
    #expect(count == 25)
    let length = try FFprobe(processed.movie).duration
    #expect(abs(length - 1) <= 0.05)
    let frames = try Self.frames(of: processed.movie, in: Pictures(source))
    #expect(frames == Array(0...24))
  }

  @Test("A trim that leaves nothing is refused for that")
  func nothingLeft() throws {
    let processed = try Clipgate.process(
      try CaseInputs.path("ramp.mp4"), flags: ["--from", "7", "--to", "8"])
    #expect(processed.isRefused, "\(processed.summary)")
    #expect(processed.answer.codes == ["duration.nothing_left"])
  }
}
