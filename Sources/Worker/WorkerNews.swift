internal import FoundationEssentials
package import Ledger
package import Rules
package import Storage

/// What workers tell those who keep logs and counters; no user's text is in it.
package enum WorkerNews: Sendable {
  /// A claim was begun.
  case began(Claim)
  /// What became of a claim, and how long it took.
  case ended(Claim, JobEnding, Duration)
  /// Nothing can be claimed now.
  case ledgerFailed(LedgerError)
  /// A process was found dead, and its jobs are taken over.
  case foundDead(jobs: Int)
  /// The sweeper removed what nobody needs.
  case swept(objects: Int, leftovers: Int)
  /// The sweeper could not.
  case sweepFailed(StorageError)
}

/// What became of a claim.
package enum JobEnding: Equatable, Sendable {
  /// The movie is ready.
  case done(Report)
  /// The movie does not pass.
  case refused([Reason.Code])
  /// It is tried again, for this fault of ours.
  case retried(String)
  /// It waits until the machine has again what it lacks.
  case wanting(String)
  /// It is given up, for this fault of ours.
  case failed(String)
  /// It was handed back, since this process ends.
  case released
  /// It was deleted, or another worker has it.
  case lost

  /// The word for it in logs and metrics.
  package var word: String {
    switch self {
    case .done: "done"
    case .refused: "refused"
    case .retried: "retried"
    case .wanting: "wanting"
    case .failed: "failed"
    case .released: "released"
    case .lost: "lost"
    }
  }
}
