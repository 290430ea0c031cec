internal import Ingest
internal import Rules
internal import Sandbox

// The stages of a movie's way, one after another.
extension Opener {
  /// Measures a movie and lays out what is shown when.
  ///
  /// - Parameter bytes: the size of the file, which nobody else needs to be believed.
  func chart(
    _ movie: Int32, bytes: Int64, policy: Policy
  ) throws(Failure) -> (Examination, TimeLine?) {
    switch try run(.chart(policy: policy), [movie], hand: 0) {
    case .answer(.charted(let examination, let line)): return (examination.sized(bytes), line)
    case .refused(let reason):
      return (Examination(bytes: bytes, facts: nil, reasons: [reason], warnings: []), nil)
    default: throw .nothingMade
    }
  }

  /// Checks, trims and compresses a movie, and has another process look at the output.
  ///
  /// - Parameter outputs: the output's descriptor, and the poster's where one is wanted.
  func process(
    _ movie: Int32, name: String, outputs: [Int32], _ request: Request,
    progress: (Double) -> Void
  ) throws(Failure) -> Report {
    let started = ContinuousClock().now
    let opened = try run(request, [movie] + outputs, hand: 0, progress: progress)
    guard case .answer(.made(var report, let expectation)) = opened else {
      return try refusal(opened, name: name, since: started)
    }
    report.name = name
    // Whatever took the process over could still write to the output.
    try end(hand: 0)
    guard let expectation, let output = outputs.first else { return report }
    var policy = request.policy
    if case .make(_, _, _, let bytes?) = request { policy.maxBytes = min(policy.maxBytes, bytes) }
    let readOnly = try Descriptor.readingAgain(output)
    let verified = try run(
      .verify(policy: policy, expectation: expectation), [readOnly.number], hand: verifier)
    // It read what a stranger's movie may have written, and reads nothing else.
    try end(hand: verifier)
    guard case .answer(.verified(let written)) = verified else {
      return try refusal(verified, name: name, since: started)
    }
    guard try Descriptor.size(of: output) == written.bytes else { throw .nothingMade }
    if outputs.count > 1 {
      let seen = try verifyPoster(outputs[1], report.poster, request.policy)
      guard case .answer(.verifiedPoster) = seen else {
        return try refusal(seen, name: name, since: started)
      }
    }
    report.output = written
    report.timing.wall = ContinuousClock().now - started
    return report
  }

  /// Makes only a poster.
  func poster(
    _ movie: Int32, name: String, into output: Int32, _ request: Request
  ) throws(Failure) -> Report {
    let started = ContinuousClock().now
    let opened = try run(request, [movie, output], hand: 0)
    guard case .answer(.made(var report, _)) = opened else {
      return try refusal(opened, name: name, since: started)
    }
    try end(hand: 0)
    if report.accepted {
      let seen = try verifyPoster(output, report.poster, request.policy)
      guard case .answer(.verifiedPoster) = seen else {
        return try refusal(seen, name: name, since: started)
      }
    }
    report.name = name
    return report
  }

  /// Has another process look at a poster.
  private func verifyPoster(
    _ descriptor: Int32, _ poster: PosterReport?, _ policy: Policy
  ) throws(Failure) -> Opened {
    guard let poster else { throw .nothingMade }
    let readOnly = try Descriptor.readingAgain(descriptor)
    let seen = try run(
      .verifyPoster(policy: policy, poster: poster), [readOnly.number], hand: verifier)
    try end(hand: verifier)
    return seen
  }

  private func run(
    _ request: Request, _ descriptors: [Int32], hand: Int,
    progress: (Double) -> Void = { _ in }
  ) throws(Failure) -> Opened {
    try begin(request, descriptors, hand: hand)
    return try outcome(of: request, descriptors, hand: hand, progress: progress)
  }

  /// The report on a movie whose decoder died.
  private func refusal(
    _ opened: Opened, name: String, since started: ContinuousClock.Instant
  ) throws(Failure) -> Report {
    guard case .refused(let reason) = opened else { throw .nothingMade }
    return Report(
      verdict: Verdict(name: name, reasons: [reason], warnings: [], facts: nil), plan: nil,
      output: nil, poster: nil,
      timing: Timing(wall: ContinuousClock().now - started, cpu: nil))
  }
}
