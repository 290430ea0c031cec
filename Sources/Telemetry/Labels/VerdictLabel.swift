/// A verdict: `accepted`, or the code of a reason against a movie.
package enum VerdictLabel: String, MetricLabel {
  case accepted
  case fileEmpty = "file.empty"
  case fileTooLarge = "file.too_large"
  case fileUnreadable = "file.unreadable"
  case notRecognized = "movie.not_recognized"
  case formatNotAllowed = "movie.format_not_allowed"
  case noVideo = "movie.no_video"
  case stillImage = "movie.still_image"
  case codecNotSupported = "movie.codec_not_supported"
  case truncated = "movie.truncated"
  case corrupt = "movie.corrupt"
  case tooComplex = "movie.too_complex"
  case tookTooLong = "movie.took_too_long"
  case crashedDecoder = "movie.crashed_decoder"
  case durationTooLong = "duration.too_long"
  case durationHiddenTooLong = "duration.hidden_too_long"
  case durationNothingLeft = "duration.nothing_left"
  case durationUnknown = "duration.unknown"
  case videoTooLarge = "video.too_large"
  case videoFrameRateTooHigh = "video.frame_rate_too_high"
  case audioMissing = "audio.missing"
  case audioNotDecodable = "audio.not_decodable"
  case outputCannotFit = "output.cannot_fit"
  /// A code that is not known here, be it of a child that a movie has taken over.
  case other

  package static let name = "code"

  /// The label of a reason's code.
  package init(code: String) {
    let known = Self(rawValue: code)
    // No reason has these two for its code.
    self = known == .accepted ? .other : known ?? .other
  }
}
