internal import Glibc
internal import Rules

extension ChildLimits {
  /// What a child may use for a request.
  ///
  /// - Parameters:
  ///   - request: says by its stage whether the child writes, and by its policy how much it may use.
  ///   - isUsedAgain: whether the child does several such requests: it has a movie's time left for the
  ///     last one, if it gets no other once it has used as much.
  package init(for request: Request, isUsedAgain: Bool = false) {
    let seconds = UInt64(clamping: request.policy.maxCPUSeconds)
    self.init(
      processorSeconds: isUsedAgain ? seconds * 2 + 1 : seconds + 1,
      fileSize: UInt64(clamping: request.longestOutput))
  }
}

extension Request {
  /// How long a movie may take by the clock on the wall: twice its processor time, and a little.
  package var deadline: Duration { .seconds(policy.maxCPUSeconds) * 2 + .seconds(5) }

  /// Whether it writes into files.
  package var writes: Bool { longestOutput > 0 }

  /// The most bytes of any file that it writes; 0 where it writes none.
  fileprivate var longestOutput: Int64 {
    switch self {
    case .examine, .chart, .plan, .verify, .verifyPoster, .verifyImage: 0
    case .make(let policy, _, _, let target):
      max(policy.maxBytes, target ?? 0, Int64(policy.profile.maxPosterBytes))
    case .poster(let policy, _, _): Int64(policy.profile.maxPosterBytes)
    case .image: ImageReport.maxBytes
    }
  }

  /// Empties the files that it writes, for whoever does it again.
  ///
  /// - Parameter descriptors: that would be sent with it.
  package func clearOutputs(_ descriptors: [Int32]) throws(SystemError) {
    guard longestOutput > 0 else { return }
    for output in descriptors.dropFirst() {
      try check("ftruncate") { ftruncate(output, 0) }
    }
  }
}
