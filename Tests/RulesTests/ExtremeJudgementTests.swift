import Rules
import Testing

@Suite("Judging what another process tells")
struct ExtremeJudgementTests {
  @Test(
    "Durations at the ends of what is read are judged like others", arguments: Duration.extremes)
  func durations(duration: Duration) throws {
    for other in Duration.extremes {
      var facts = Facts.extreme(duration)
      facts.duration.stored = other
      facts.duration.audioClock = other
      let examination = try Crossing.exact.again(
        Examination(bytes: .max, facts: facts, reasons: [], warnings: []))
      for policy in [Policy(), .extreme(duration), .extreme(other)] {
        for trim in [.none, Trim(from: other, end: .to(duration), fit: true), tail(other)] {
          let verdict = examination.verdict(name: "", policy: policy, trim: trim)
          // Nothing of 8,000 million times 8,000 million pixels passes, however long.
          #expect(verdict.codes.contains("video.too_large"))
          _ = Plan.decide(facts: facts, policy: policy, trim: trim)
        }
      }
    }
  }

  private func tail(_ length: Duration) -> Trim { Trim(from: length, end: .tail(length)) }

  @Test("A difference that 64 bits of seconds can't hold is told as the longest that they can")
  func differences() {
    var facts = Facts.example(presented: .seconds(Int64.min), stored: .seconds(Int64.max))
    facts.duration.declared = .seconds(Int64.max)
    let warnings = verdict(facts).warnings.map(\.message)
    #expect(warnings.first?.contains("9223372036854775807.00 s") == true)
    #expect(warnings.last?.contains("9223372036854775807") == true)
  }
}
