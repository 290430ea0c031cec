import Rules
import Testing

@Suite("The verdict as a whole")
struct VerdictTests {
  @Test("A phone's clip passes without a word")
  func accepted() {
    let facts = Facts.example()
    #expect(
      verdict(facts) == Verdict(name: "clip.mov", reasons: [], warnings: [], facts: facts))
  }

  @Test("Every reason is given, not only the first")
  func everyReason() {
    let facts = Facts.example(
      container: .avi, presented: .seconds(12),
      video: .example(coded: (10_000, 10_000), frameRate: 1_000),
      streams: (0..<40).map { .video(.seconds(12), index: $0) })
    let policy = Policy(
      requireAudio: true, allowHiddenMedia: false, allowedContainers: [.mp4])
    #expect(
      verdict(facts, policy, bytes: 20_000_000).codes == [
        "file.too_large", "movie.format_not_allowed", "movie.too_complex",
        "duration.hidden_too_long", "duration.too_long", "video.too_large",
        "video.frame_rate_too_high", "audio.missing",
      ])
  }

  @Test("What the examination found comes first, and is not said twice")
  func examinationFirst() {
    let known = [
      Reason(.truncated, message: "The end is missing."),
      Reason(.durationTooLong, observed: 99, message: "Known."),
    ]
    let verdict = verdict(.example(presented: .seconds(12)), bytes: .max, reasons: known)
    #expect(verdict.codes == ["movie.truncated", "duration.too_long", "file.too_large"])
    #expect(verdict.reasons[1].message == "Known.")
  }

  @Test("Warnings of the examination come first, and are not given twice")
  func warningsFirst() {
    let known = [
      Warning(.damagedPictures, message: "Two pictures."), Warning(.location, message: "Known."),
    ]
    let verdict = verdict(
      .example(declared: .seconds(9), location: true), warnings: known)
    #expect(verdict.warningCodes == ["video.damaged", "privacy.location", "duration.header_lies"])
    #expect(verdict.warnings[1].message == "Known.")
  }

  @Test("A refused movie keeps its warnings")
  func warningsOfRefused() {
    let verdict = verdict(.example(presented: .seconds(12), declared: .seconds(4)))
    #expect(!verdict.accepted)
    #expect(verdict.warningCodes == ["duration.header_lies"])
  }

  @Test("A reason of the examination refuses under any policy")
  func examinationRefuses() {
    let known = [Reason(.corrupt, message: "No picture can be decoded.")]
    #expect(!verdict(.example(), reasons: known).accepted)
  }
}
