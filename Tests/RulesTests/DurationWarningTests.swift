import Rules
import Testing

@Suite("Warnings about clocks that disagree")
struct DurationWarningTests {
  @Test(
    "A header that is off by more than the tolerance lies, in either direction",
    arguments: [
      (.milliseconds(4_000), false), (.milliseconds(4_100), false),
      (.nanoseconds(4_100_000_001), true), (.milliseconds(3_900), false),
      (.nanoseconds(3_899_999_999), true), (.zero, true), (.seconds(36_000), true),
    ] as [(Duration, Bool)])
  func header(declared: Duration, lies: Bool) {
    let facts = Facts.example(presented: .seconds(4), declared: declared)
    #expect(verdict(facts).warningCodes == (lies ? ["duration.header_lies"] : []))
  }

  @Test("A header that lies never decides the verdict")
  func headerDecidesNothing() {
    #expect(verdict(.example(presented: .seconds(4), declared: .seconds(36_000))).accepted)
    #expect(!verdict(.example(presented: .seconds(12), declared: .seconds(4))).accepted)
  }

  @Test("A lie is told in seconds")
  func headerMessage() {
    let facts = Facts.example(presented: .seconds(12), declared: .seconds(4))
    #expect(
      verdict(facts).warnings.map(\.message)
        == ["The header claims 4.00 s, but the movie lasts 12.00 s."])
  }

  @Test("A header that says nothing does not lie")
  func headerSilent() {
    var facts = Facts.example()
    facts.duration.declared = nil
    #expect(verdict(facts).warnings.isEmpty)
  }

  @Test(
    "Media that no player shows is told where it is more than the tolerance",
    arguments: [
      (.milliseconds(3_000), false), (.milliseconds(4_100), false),
      (.nanoseconds(4_100_000_001), true), (.seconds(30), true),
    ] as [(Duration, Bool)])
  func hidden(stored: Duration, warns: Bool) {
    let facts = Facts.example(presented: .seconds(4), stored: stored)
    #expect(verdict(facts).warningCodes == (warns ? ["duration.hidden_media"] : []))
  }

  @Test("The tolerance of both is the policy's")
  func tolerance() {
    let facts = Facts.example(
      presented: .seconds(4), declared: .seconds(5), stored: .seconds(5))
    #expect(verdict(facts, Policy(tolerance: .seconds(1))).warnings.isEmpty)
    #expect(
      verdict(facts, Policy(tolerance: .milliseconds(999))).warningCodes
        == ["duration.header_lies", "duration.hidden_media"])
  }

  @Test("A movie without a duration is not compared with anything")
  func unknown() {
    let facts = Facts.example(presented: nil, declared: .seconds(9), stored: .seconds(9))
    #expect(verdict(facts).warnings.isEmpty)
  }
}
