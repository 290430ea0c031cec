/// What happens to a job.
package enum JobEvent: CaseIterable, Sendable {
  /// A worker takes it.
  case claimed
  /// Its worker is still at it.
  case beaten
  /// Another worker takes it, since its lease has run out and attempts are left.
  case takenOver
  /// Its worker has made movie and poster.
  case finished
  /// Its worker has found that the movie does not pass.
  case refused
  /// Its worker hands it back, for no fault.
  case released
  /// Its worker could not, and attempts are left.
  case retried
  /// Its worker could not, and there is no sense in another attempt, or none left.
  case failed
  /// Its lease has run out, and no attempt is left.
  case exhausted
}
