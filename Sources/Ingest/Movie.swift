internal import Boxes
internal import FFmpeg
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
  /// What is known to be lost of the whole movie's pictures.
  var losses = Losses(shown: 0, decoded: 0)
  /// What was recorded and is not in the file.
  var absence = Absence()
  /// The packets of pictures that are left out at the start, by their numbers in the stream.
  var leftOut: Set<Int> = []
  /// The packets of its pictures; none where not all tell when they are shown, or an edit list says so.
  var coded: [UnseenPictures.Coded] = []
  /// The sample aspect ratio that its first picture itself has; nil where none decodes.
  var firstAspect: Ratio?
  /// The packets that are the second of two fields, by their numbers in the stream.
  var secondFields: Set<Int> = []
  /// When an edit list that is left to libav ends the sound, by the container's time line; nil without
  /// one.
  var soundEnd: Duration?
  /// How an edit list shows the pictures, where that is not left to libav.
  var pictureEdits: [EditPass]?
  /// How an edit list plays the sound, where that is not left to libav.
  var soundEdits: [EditPass]?
  /// Where the container's clock jumps, and how it is made to run on.
  var joins: Joins?

  /// One reading of the file in a `Cut`.
  struct Pass {
    var readsPictures: Bool
    var readsSound: Bool
    /// What of the pictures or the sound is presented; nil for all.
    var edits: EditPass?
  }

  /// The readings that present everything in order: a single one, but for edit lists.
  var passes: [Pass] {
    guard pictureEdits != nil || soundEdits != nil else {
      return [Pass(readsPictures: true, readsSound: true)]
    }
    let pictures = pictureEdits.map { $0.map(Optional.some) } ?? [nil]
    let sound = soundEdits.map { $0.map(Optional.some) } ?? [nil]
    return pictures.map { Pass(readsPictures: true, readsSound: false, edits: $0) }
      + sound.map { Pass(readsPictures: false, readsSound: true, edits: $0) }
  }

  /// Nil where nobody asked for it.
  var timeLine: TimeLine?

  /// How much of a kept part has sound: the last packet may hold more than its edit list lets hear.
  func heard(in kept: Range<Duration>) -> Range<Duration> {
    guard let soundEnd else { return kept }
    return kept.lowerBound..<max(kept.lowerBound, min(kept.upperBound, soundEnd))
  }
}
