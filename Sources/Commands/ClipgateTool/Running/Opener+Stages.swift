internal import Ingest
internal import Rules
internal import Sandbox

// The stages of a movie's way, one after another.
extension Opener: MovieWork {
  func perform(
    _ request: Request, descriptors: [Int32], progress: (Double) -> Void
  ) throws(WorkFailure) -> StageResult {
    // What was written is read by another process than the one that measures movies: it reads what
    // whoever took that one over may have written, and nothing else.
    let hand = request.isVerifying ? verifier : 0
    try begin(request, descriptors, hand: hand)
    let result = try outcome(of: request, descriptors, hand: hand, progress: progress)
    try end(hand: hand)
    return result
  }

  /// Measures a movie and lays out what is shown when.
  ///
  /// - Parameter bytes: the size of the file, which nobody else needs to be believed.
  func chart(
    _ movie: Int32, bytes: Int64, policy: Policy
  ) throws(WorkFailure) -> (Examination, TimeLine?) {
    switch try perform(.chart(policy: policy), descriptors: [movie]) {
    case .answer(.charted(let examination, let line)): return (examination.sized(bytes), line)
    case .refused(let reason):
      return (Examination(bytes: bytes, facts: nil, reasons: [reason], warnings: []), nil)
    default: throw .nothingMade
    }
  }
}

extension Request {
  /// Whether it only looks at a movie, as a process may do with one after another.
  var isMeasuring: Bool {
    switch self {
    case .examine, .chart, .plan: true
    default: false
    }
  }

  /// Whether it looks at what another process wrote.
  fileprivate var isVerifying: Bool {
    switch self {
    case .verify, .verifyPoster, .verifyImage: true
    default: false
    }
  }
}
