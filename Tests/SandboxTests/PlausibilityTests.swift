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
    let audio = AudioFacts(
      index: 1, codec: "aac", profile: "LC", channels: 2, sampleRate: 48_000, bitRate: 64_000,
      start: .zero, duration: .seconds(2))
    let stream = StreamFacts(
      index: 0, kind: .video, codec: "h264", duration: .seconds(2), decodable: true,
      attachedPicture: false)
    let duration = DurationFacts(
      declared: .seconds(2), presented: .seconds(2), stored: .seconds(2), audioClock: nil)
    var facts = Facts(
      bytes: 1_000, container: .mp4, brand: "isom", fastStart: true, fragmented: false,
      duration: duration, video: video, audio: audio, streams: [stream],
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
      { $0.video?.profile = "\u{7}" }, { $0.video?.pixelFormat = "é" },
      { $0.video?.sampleAspectRatio = "1:1\r" }, { $0.video?.bitRate = -1 },
      { $0.video?.keyFrames = .max }, { $0.video?.start = .seconds(Int64.max) },
      { $0.audio?.index = -1 }, { $0.audio?.codec = "\n" }, { $0.audio?.profile = "\u{9B}" },
      { $0.audio?.channels = -1 }, { $0.audio?.channels = .max }, { $0.audio?.sampleRate = .max },
      { $0.audio?.bitRate = .max }, { $0.audio?.start = .seconds(Int64.min) },
      { $0.audio?.duration = .seconds(Int64.max) }, { $0.streams[0].index = -1 },
      { $0.streams[0].codec = "\u{1B}c" }, { $0.streams[0].duration = .seconds(Int64.max) },
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

  /// A report that accepts, changed.
  private func isBelieved(
    _ request: Request = MovieInABox.request, _ change: (inout Report) -> Void
  ) -> Bool {
    var report = report([], facts: Self.facts(), accepted: true)
    report.plan = Plan(
      action: .encode, reasons: ["over 10 MB"], predictedBytes: 1_000)
    report.poster = PosterReport(
      path: nil, bytes: 1_000, width: 640, height: 360, time: .zero, why: "the best")
    change(&report)
    return Answer.made(report, Expectation(pictures: 50, hasSound: true)).isPlausible(for: request)
  }

  @Test func `An ordinary report is believed`() {
    #expect(isBelieved { _ in })
  }

  @Test(
    arguments: [
      { $0.name = "another.mp4" }, { $0.poster?.path = "/etc/passwd" }, { $0.poster?.bytes = -1 },
      { $0.poster?.width = .max }, { $0.poster?.height = -1 },
      { $0.poster?.time = .seconds(Int64.max) }, { $0.poster?.why = "a\nb" },
      { $0.plan?.reasons = ["\u{1B}[2J"] }, { $0.plan?.predictedBytes = -1 },
      { $0.timing.cpu = .seconds(Int64.max) }, { $0.timing.wall = .seconds(Int64.min) },
      { $0.timing.stages = Self.stages(.seconds(-1)) },
      { $0.timing.stages = Self.stages(.seconds(Int64.max)) },
      {
        $0.output = OutputReport(
          path: nil, bytes: 1, sha256: String(repeating: "0", count: 64), facts: Self.facts())
      },
    ] as [@Sendable (inout Report) -> Void])
  func `A report that nobody makes is not believed`(_ change: @Sendable (inout Report) -> Void) {
    let isBelieved = isBelieved(MovieInABox.request, change)
    #expect(!isBelieved)
  }

  @Test func `A request fails only by what it does`() {
    func isBelieved(_ code: StageFailure.Code, _ call: String, _ request: Request) -> Bool {
      Answer.failed(StageFailure(code: code, call: call, number: 28)).isPlausible(for: request)
    }
    let verify = Request.verify(
      policy: Policy(), expectation: Expectation(pictures: 1, hasSound: false))
    for request in [Self.examine, MovieInABox.request, verify] {
      #expect(isBelieved(.unreadable, "pread", request))
      #expect(isBelieved(.fault, "avcodec_open2", request))
      #expect(!isBelieved(.interrupted, "process", request))
      #expect(!isBelieved(.fault, "avcodec\u{1B}[2J", request))
    }
    for code in [StageFailure.Code.unwritable, .diskFull] {
      #expect(isBelieved(code, "pwrite", MovieInABox.request))
      #expect(!isBelieved(code, "pwrite", Self.examine))
      #expect(!isBelieved(code, "pwrite", verify))
    }
  }

  private func isBelieved(_ line: TimeLine) -> Bool {
    let examination = Examination(bytes: 1_000, facts: Self.facts(), reasons: [], warnings: [])
    return Answer.charted(examination, line).isPlausible(for: .chart(policy: Policy()))
  }

  private static let line = TimeLine(
    pictures: [
      TimeLine.Pictures(
        span: TimeLine.Span(start: 0, end: 40_000), count: 1, bytes: 100, keyFrames: 1,
        longest: 40_000)
    ], hiddenPictures: [], sound: [TimeLine.Span(start: 0, end: 1)], hiddenSound: [])

  @Test func `An ordinary time line is believed`() {
    #expect(isBelieved(Self.line))
  }

  @Test(
    arguments: [
      { $0.pictures[0].span.end = -1 }, { $0.pictures[0].span.start = .min },
      { $0.pictures[0].count = 0 }, { $0.pictures[0].bytes = -1 },
      { $0.pictures[0].keyFrames = 2 }, { $0.pictures[0].longest = .max },
      { $0.sound[0].end = .max }, { $0.hiddenSound = [TimeLine.Span(start: 2, end: 1)] },
      { $0.hiddenPictures = [TimeLine.Span(start: .min, end: .max)] },
    ] as [@Sendable (inout TimeLine) -> Void])
  func `A time line that nothing measures is not believed`(
    _ change: @Sendable (inout TimeLine) -> Void
  ) {
    var line = Self.line
    change(&line)
    #expect(!isBelieved(line))
  }

  /// Whether an answer to a request is believed.
  static func isBelieved(_ answer: Answer, of request: Request) -> Bool {
    answer.isPlausible(for: request)
  }

  private static func stages(_ decode: Duration) -> StageTimes {
    var stages = StageTimes()
    stages.decode = decode
    return stages
  }
}
