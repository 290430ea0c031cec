internal import TestSupport
internal import Testing

/// There is always one poster, and it shows something.
@Suite(.cases, .readers) struct PosterTests {
  @Test(
    "B096: a movie of a few frames has a poster of its size",
    arguments: ["short03.mp4", "oneframe.mp4"])
  func shortMovies(_ name: String) throws {
    let processed = try Clipgate.process(try CaseInputs.path(name))
    try #require(processed.isAccepted, "\(processed.summary)")
    let poster = try PosterFile(processed.poster)
    #expect(poster.isWhole)
    #expect(poster.width == 160)
    #expect(poster.height == 90)
    #expect(try Pictures(processed.poster).count == 1)
  }

  @Test("B097: a time behind the end gives the last frame")
  func timeBehindEnd() throws {
    let processed = try Clipgate.process(
      try CaseInputs.path("short03.mp4"), flags: ["--poster-at", "2.0"])
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(try PosterFile(processed.poster).isWhole)
    let still = try #require(try Pictures(processed.poster).pixels.first)
    #expect(Pictures.mean(still) > 30)
  }

  @Test("B099: the poster is not one of the black frames that a clip begins with")
  func blackStart() throws {
    let processed = try Clipgate.process(try CaseInputs.path("blackstart.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    let still = try #require(try Pictures(processed.poster).pixels.first)
    #expect(Pictures.mean(still) > 40)
    #expect(try #require(processed.report["poster"]["time"].double) >= 1)
  }

  @Test("B099: a clip that is black all through has a black poster")
  func allBlack() throws {
    let processed = try Clipgate.process(try CaseInputs.path("allblack.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    let still = try #require(try Pictures(processed.poster).pixels.first)
    #expect(Pictures.mean(still) < 24)
  }

  @Test("B099: the poster of the poster command is the one of process")
  func posterCommand() throws {
    let source = try CaseInputs.path("blackstart.mp4")
    let folder = try ScratchFolder()
    let outcome = try Clipgate.run(["poster", source, "-o", folder.file("a.jpg")])
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let alone = try #require(try Pictures(folder.file("a.jpg")).pixels.first)
    let processed = try Clipgate.process(source)
    try #require(processed.isAccepted, "\(processed.summary)")
    let beside = try #require(try Pictures(processed.poster).pixels.first)
    #expect(Pictures.difference(alone, beside) < 2)
    #expect(folder.names == ["a.jpg"])
  }

  /// The inputs of the table, small ones, whatever their verdict.
  static let inputs =
    CaseInputs.absence == nil
    ? (try? CaseInputs.names().filter { !$0.hasPrefix("noise") && $0 != "ch.txt" }) ?? [] : []

  @Test(
    "B086 B087 B090 B092 B093 B102 B103 B105 B141: each accepted input has a good output and a poster",
    arguments: inputs)
  func everyInput(_ name: String) throws {
    let path = try CaseInputs.path(name)
    let processed = try Clipgate.process(path)
    guard processed.isAccepted else {
      #expect(processed.isRefused, "\(processed.summary)")
      #expect(processed.folder.names == [])
      return
    }
    let problems = try OutputCheck(processed, sourceFrames: try Pictures(path).count).problems
    #expect(problems == [])
  }
}
