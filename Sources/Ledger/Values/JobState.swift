/// Where a job stands; `Documentation/job-states.md` has the picture.
package enum JobState: String, CaseIterable, Sendable {
  /// It waits for a worker.
  case queued
  /// A worker has it, as long as its lease.
  case running
  /// Movie and poster are made.
  case done
  /// A fault of ours, with no attempt left.
  case failed
  /// The movie does not pass, for its own sake.
  case refused

  /// Whether nothing happens to it any more.
  package var isEnd: Bool { self != .queued && self != .running }

  /// Where an event leads; nil where it can't happen.
  package func after(_ event: JobEvent) -> JobState? {
    switch (self, event) {
    case (.queued, .claimed): .running
    case (.running, .beaten), (.running, .takenOver): .running
    case (.running, .finished): .done
    case (.running, .refused): .refused
    case (.running, .released), (.running, .retried): .queued
    case (.running, .failed), (.running, .exhausted): .failed
    case (.queued, _), (.running, .claimed), (.done, _), (.failed, _), (.refused, _): nil
    }
  }
}
