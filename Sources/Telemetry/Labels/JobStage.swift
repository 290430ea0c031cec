/// A part of a job, or all of it.
package enum JobStage: String, MetricLabel {
  case examine
  case make
  case verify
  case verifyPoster = "verify_poster"
  /// The picture of a post, and reading it back.
  case image
  /// From claiming the job to its end.
  case whole

  package static let name = "stage"
}
