internal import Rules
internal import Testing

@testable internal import Sandbox

/// What a child says is believed only within bounds.
@Suite struct PlausibilityTests {
  private static func facts(_ change: (inout Facts) -> Void = { _ in }) -> Facts {
    let color = ColorFacts(range: "tv", primaries: nil, transfer: nil, matrix: "bt709")
    let video = VideoFacts(
      index: 0, codec: "h264", profile: "High", pixelFormat: "yuv420p", bitDepth: 8,
      codedWidth: 640, codedHeight: 360, width: 640, height: 360, rotation: 0, mirrored: false,
      sampleAspectRatio: "1:1", frameCount: 50, frameRate: 25, variableFrameRate: false,
      interlaced: false, hdr: nil, dolbyVision: false, color: color, bitRate: 100_000,
      keyFrames: 1, start: .zero)
    let duration = DurationFacts(
      declared: .seconds(2), presented: .seconds(2), stored: .seconds(2), audioClock: nil)
    var facts = Facts(
      bytes: 1_000, container: .mp4, brand: "isom", fastStart: true, fragmented: false,
      duration: duration, video: video, audio: nil, streams: [],
      metadata: MetadataFacts(location: false, make: false, model: false, created: false))
    change(&facts)
    return facts
  }

  private static let examine = Request.examine(policy: Policy(), decodesAll: false)

  private func isBelieved(_ facts: Facts) -> Bool {
    Answer.examined(Examination(bytes: 1_000, facts: facts, reasons: [], warnings: []))
      .isPlausible(for: Self.examine)
  }

  @Test func `Ordinary facts are believed`() {
    #expect(isBelieved(Self.facts()))
  }

  @Test(
    arguments: [
      { $0.bytes = -1 }, { $0.bytes = .max }, { $0.brand = "\u{1B}[2J" },
      { $0.duration.presented = .seconds(Int64.max) }, { $0.duration.stored = .seconds(Int64.min) },
      { $0.video?.width = -1 }, { $0.video?.codedHeight = .max }, { $0.video?.frameCount = -1 },
      { $0.video?.frameRate = .nan }, { $0.video?.frameRate = .infinity },
      { $0.video?.rotation = 45 }, { $0.video?.codec = "h264\n" },
      { $0.video?.codec = String(repeating: "x", count: 101) }, { $0.video?.bitDepth = 0 },
      { $0.video?.color.matrix = "\u{202E}" }, { $0.video?.index = .max },
    ] as [@Sendable (inout Facts) -> Void])
  func `Facts that nothing measures are not believed`(
    _ change: @Sendable (inout Facts) -> Void
  ) {
    #expect(!isBelieved(Self.facts(change)))
  }

  @Test func `An answer to another request is not believed`() {
    let examined = Answer.examined(
      Examination(bytes: 0, facts: nil, reasons: [], warnings: []))
    #expect(
      !examined.isPlausible(
        for: .verify(policy: Policy(), expectation: Expectation(pictures: 1, hasSound: false))))
    #expect(!examined.isPlausible(for: MovieInABox.request))
  }

  @Test func `A message that moves a cursor is not believed`() {
    for text in ["\u{1B}[1A", "two\nlines", "\u{202E}txt", String(repeating: "x", count: 1_001)] {
      let reason = Reason(.corrupt, message: text)
      let answer = Answer.examined(
        Examination(bytes: 0, facts: nil, reasons: [reason], warnings: []))
      #expect(!answer.isPlausible(for: Self.examine), "\(text.debugDescription)")
    }
  }

  /// A report as `make` gives it.
  private func report(_ reasons: [Reason], facts: Facts?, accepted: Bool) -> Report {
    var report = Report(
      verdict: Verdict(name: "", reasons: reasons, warnings: [], facts: facts), plan: nil,
      output: nil, poster: nil, timing: Timing(wall: .zero, cpu: .zero))
    report.accepted = accepted
    return report
  }

  @Test func `An acceptance needs facts, no reason, and something to verify`() {
    let expectation = Expectation(pictures: 50, hasSound: false)
    func isBelieved(_ report: Report, _ expectation: Rules.Expectation?) -> Bool {
      Answer.made(report, expectation).isPlausible(for: MovieInABox.request)
    }
    let reason = Reason(.corrupt, message: "x")
    #expect(isBelieved(report([], facts: Self.facts(), accepted: true), expectation))
    #expect(!isBelieved(report([], facts: nil, accepted: true), expectation))
    #expect(!isBelieved(report([reason], facts: Self.facts(), accepted: true), expectation))
    #expect(!isBelieved(report([], facts: Self.facts(), accepted: true), nil))
    #expect(isBelieved(report([reason], facts: Self.facts(), accepted: false), nil))
    #expect(!isBelieved(report([reason], facts: Self.facts(), accepted: false), expectation))
    let none = Expectation(pictures: 0, hasSound: false)
    #expect(!isBelieved(report([], facts: Self.facts(), accepted: true), none))
  }

  @Test func `A digest is 64 hexadecimal digits, of a file of the size that was measured`() {
    func isBelieved(_ bytes: Int64, _ digest: String) -> Bool {
      let output = OutputReport(path: nil, bytes: bytes, sha256: digest, facts: Self.facts())
      let expectation = Expectation(pictures: 50, hasSound: false)
      return Answer.verified(output)
        .isPlausible(for: .verify(policy: Policy(), expectation: expectation))
    }
    let digest = String(repeating: "0a", count: 32)
    #expect(isBelieved(1_000, digest))
    #expect(!isBelieved(999, digest))
    #expect(!isBelieved(1_000, digest.uppercased()))
    #expect(!isBelieved(1_000, String(digest.dropLast())))
  }
}
