/// How an upload ended.
package enum UploadOutcome: String, MetricLabel {
  /// It became a clip or a post.
  case accepted
  /// By its verdict.
  case refused
  /// By the request's form, or by what it asks for.
  case malformed
  /// Over the bytes allowed in a body.
  case tooLarge = "too_large"
  /// No token, or a wrong one.
  case unauthorized
  /// The same key came with other bytes.
  case conflict
  /// The client went away, or was too slow.
  case aborted
  /// There was no place for it.
  case busy
  /// There was no room for it.
  case diskFull = "disk_full"
  /// By a fault of ours.
  case failed

  package static let name = "outcome"
}
