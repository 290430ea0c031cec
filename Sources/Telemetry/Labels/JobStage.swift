/// A part of a job, or all of it.
package enum JobStage: String, MetricLabel {
  /// From the queue's end to its beginning.
  case wait
  case examine
  case make
  case verify
  case verifyPoster = "verify_poster"
  /// The picture of a post, and reading it back.
  case image
  /// Putting what was made into the store.
  case store
  /// From claiming the job to its end.
  case whole

  package static let name = "stage"
}
