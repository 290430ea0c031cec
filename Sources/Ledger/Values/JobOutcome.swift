package import Rules

/// How a job ended.
package enum JobOutcome: Equatable, Sendable {
  /// Movie and poster are in the store under the job's id and attempt.
  case done(Report, Outputs)
  /// The movie was found not to pass, for its own sake; another attempt would end the same.
  ///
  /// The verdict's name is that of the job's first clip.
  case refused(Verdict)
  /// A fault of ours, and what it was, for the operator.
  case failed(reason: String)
}
