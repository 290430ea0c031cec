import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// Skipped where there is no `ffmpeg` program to make movies with.
  static var movies: Self {
    .enabled(if: MadeMovie.canMake, "ffmpeg and ffprobe are not installed")
  }
}
