internal import Boxes
internal import Rules

/// A movie that was examined and can be opened again: where it lies on its own time line.
struct Movie {
  var container: Container
  /// libavformat's name of the demuxer.
  var demuxer: String
  /// Of MP4 and QuickTime.
  var structure: MovieStructure?
  var facts: Facts
  /// The stream of its pictures.
  var video: Int
  /// The stream of its sound, or nil.
  var audio: Int?
  /// The earliest start of what is shown; times of trims count from here.
  var origin: Duration
  /// When the last picture goes, by the container's time line.
  var videoEnd: Duration
}
