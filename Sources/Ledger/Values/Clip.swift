package import FoundationEssentials
package import Rules

/// A movie that the service accepted, and its job, which it may share with other clips.
package struct Clip: Equatable, Sendable {
  /// What is told of a clip outside.
  package enum Status: String, Sendable {
    case queued, processing, ready, failed
  }

  /// Our random id; who knows it may read the clip.
  package let id: UUID
  /// What makes its movie and poster.
  package let job: Job
  /// When it was admitted, on the database's clock, in whole milliseconds.
  package let created: Date
  /// What the client called it.
  package let labels: Labels
  /// The verdict as given in the answer to the upload.
  package let verdict: Verdict
  /// Its place in the list of clips.
  package let cursor: ClipCursor

  /// What is told of it outside: a refused job has a failed clip.
  package var status: Status {
    switch job.state {
    case .queued: .queued
    case .running: .processing
    case .done: .ready
    case .failed, .refused: .failed
    }
  }
}
