import Rules
import Testing

@Suite("What crosses from one process to another")
struct ExactCodingTests {
  /// A value of any kind that crosses.
  struct Case: Sendable, CustomTestStringConvertible {
    let value: any Codable & Equatable & Sendable

    init(_ value: any Codable & Equatable & Sendable) { self.value = value }

    var testDescription: String { String("\(type(of: value)) \(value)".prefix(100)) }
  }

  private static let everyDuration = Duration.extremes.flatMap { duration in
    [
      Case(Seconds(wrappedValue: duration)), Case(Trim.End.to(duration)),
      Case(Trim.End.tail(duration)), Case(Trim(from: duration, end: .to(duration), fit: true)),
      Case(Trim(from: duration, end: .tail(duration))), Case(PosterTime.at(duration)),
      Case(Policy.extreme(duration)), Case(Facts.extreme(duration)),
      Case(examination(.extreme(duration))), Case(report(duration)),
    ]
  }

  private static let others = [
    Case(Seconds(wrappedValue: nil)), Case(Trim.none), Case(Trim(fit: true)),
    Case(PosterTime.first), Case(PosterTime.best), Case(Policy()),
    Case(Policy(maxBytes: 0, maxPixels: 0, maxFrameRate: 29.97, allowedContainers: [.ogg, .mp4])),
    Case(Policy(maxFrameRate: 0, maxStreams: 0, maxPackets: 0, maxCPUSeconds: 0)),
    Case(Facts.least), Case(Facts.empty), Case(Facts.example()),
    Case(examination(nil)), Case(examination(.least)),
    Case(Expectation(pictures: .max, hasSound: true)),
    Case(Expectation(pictures: 0, hasSound: false)),
  ]

  @Test("A value comes out of the crossing as it went in", arguments: everyDuration + others)
  func crosses(_ value: Case) throws {
    func check<Value: Codable & Equatable & Sendable>(_ value: Value) throws {
      #expect(try Crossing.exact.again(value) == value)
    }
    try check(value.value)
  }

  @Test("Every container crosses, alone and among all", arguments: Container.allCases)
  func containers(container: Container) throws {
    for allowed in [[container], Set(Container.allCases).subtracting([container])] {
      let policy = Policy(allowedContainers: allowed)
      #expect(try Crossing.exact.again(policy) == policy)
    }
  }

  @Test("The same policy is the same bytes")
  func order() throws {
    let one = Policy(allowedContainers: Set(Container.allCases))
    let other = Policy(allowedContainers: Set(Container.allCases.reversed()))
    #expect(try Crossing.exact.text(one) == Crossing.exact.text(other))
  }

  @Test(
    "An exact duration has Swift's own form",
    arguments: [
      (.attosecond, "[0,1]"), (.zero - .attosecond, "[-1,18446744073709551615]"),
      (.seconds(5), "[0,5000000000000000000]"),
    ] as [(Duration, String)])
  func form(duration: Duration, expected: String) throws {
    #expect(try Crossing.exact.text(Seconds(wrappedValue: duration)) == expected)
  }

  @Test("Where nobody asks for the exact form, durations are decimals")
  func documents() throws {
    let facts = DurationFacts(
      declared: .third, presented: .attosecond, stored: nil, audioClock: .seconds(5))
    #expect(
      try Crossing.document.text(facts)
        == #"{"audio_clock":5,"declared":0.333333,"presented":0,"stored":null}"#)
  }

  private static func examination(_ facts: Facts?) -> Examination {
    Examination(
      bytes: .max, facts: facts, reasons: [.full, Reason(.corrupt, message: "")],
      warnings: [Warning(.headerLies, message: "a\u{7F}")])
  }

  private static func report(_ duration: Duration) -> Report {
    Report(
      verdict: Verdict(
        name: "a\nb", reasons: [.full], warnings: [Warning(.location, message: "")],
        facts: .extreme(duration)),
      plan: Plan(action: .remux, reasons: ["", "trim"], predictedBytes: .max),
      output: OutputReport(
        path: "", bytes: .max, sha256: "", facts: .extreme(duration)),
      poster: PosterReport(
        path: nil, bytes: .max, width: .max, height: .max, time: duration, why: "first"),
      timing: Timing(wall: duration, cpu: nil))
  }
}
