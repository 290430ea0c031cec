package import Rules

/// What became of a stage, where nothing of ours failed.
package enum StageResult: Sendable, Equatable {
  case answer(Answer)
  /// The movie's decoder died of it.
  case refused(Reason)

  /// - Throws: `WorkFailure` for what is neither an answer nor the movie's fault.
  package init(_ outcome: ConfinedChild.Outcome) throws(WorkFailure) {
    switch outcome {
    case .answer(.failed(let failure)): throw .stage(failure)
    case .answer(let answer): self = .answer(answer)
    case .cancelled: throw .cancelled
    case .died(let death):
      guard let reason = death.reason else { throw .unconfinable("a process ended") }
      self = .refused(reason)
    }
  }
}
