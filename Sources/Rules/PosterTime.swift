/// Which frame becomes the poster.
public enum PosterTime: Sendable, Equatable {
  case first
  /// The first frame that is neither black, blank nor mid-fade; else the brightest.
  case best
  /// The frame on screen at this time of the output.
  case at(Duration)
}
