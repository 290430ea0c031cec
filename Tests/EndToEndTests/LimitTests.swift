internal import TestSupport
internal import Testing

/// The limit of 5 s, its one tolerance, and what a trim leaves.
@Suite(.cases, .readers) struct LimitTests {
  @Test(
    "B059: one tolerance decides at the limit",
    arguments: [("exact5.mp4", true), ("five1f.mp4", true), ("over5.mp4", false)])
  func tolerance(_ name: String, _ accepted: Bool) throws {
    let answer = try Clipgate.verdict(try CaseInputs.path(name))
    #expect(accepted ? answer.isAccepted : answer.isRefused, "\(answer.summary)")
  }

  // noaudio.mp4 lasts exactly 1 s.
  @Test(
    "B059: limit plus tolerance still passes, a millisecond less does not",
    arguments: [("0.9", "100ms", true), ("0.899", "100ms", false), ("1s", "0", true)])
  func exactBorder(_ limit: String, _ tolerance: String, _ accepted: Bool) throws {
    let answer = try Clipgate.verdict(
      try CaseInputs.path("noaudio.mp4"),
      flags: ["--max-duration", limit, "--tolerance", tolerance])
    #expect(accepted ? answer.isAccepted : answer.isRefused, "\(answer.summary)")
  }

  @Test("B060: after a trim the output's own duration is told")
  func trimmedDuration() throws {
    let processed = try Clipgate.process(
      try CaseInputs.path("base12.mp4"), flags: ["--from", "3", "--to", "7"])
    try #require(processed.isAccepted, "\(processed.summary)")
    let duration = processed.report["output"]["facts"]["duration"]["presented"].double
    #expect(abs(try #require(duration) - 4) <= 0.05)
  }

  @Test("B060: a trim that leaves too much is refused, and leaves no file")
  func trimLeavesTooMuch() throws {
    let processed = try Clipgate.process(
      try CaseInputs.path("base12.mp4"), flags: ["--from", "3", "--to", "9"])
    #expect(processed.isRefused, "\(processed.summary)")
    #expect(processed.answer.codes == ["duration.too_long"])
    #expect(processed.folder.names == [])
  }

  @Test("B063: a refusal for length names what was measured and what is allowed")
  func reason() throws {
    let answer = try Clipgate.verdict(try CaseInputs.path("over5.mp4"))
    let reason = answer.document["reasons"][0]
    #expect(reason["code"].string == "duration.too_long")
    #expect(abs(try #require(reason["observed"].double) - 5.2) <= 0.01)
    #expect(reason["limit"].double == 5)
    #expect(reason["tolerance"].double == 0.1)
    #expect(reason["unit"].string == "s")
    #expect(reason["message"].string?.isEmpty == false)
    #expect(reason["suggestion"].string?.isEmpty == false)
  }
}
