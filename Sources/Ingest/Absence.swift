internal import Boxes
internal import FFmpeg
internal import Rules

/// Media that were recorded and are not in the file, by what the container tells.
///
/// No packet stands for them, so that nothing that is decoded would show that they are missing.
struct Absence: Equatable {
  /// Pictures in fragments that are not there.
  var pictures = 0
  /// Sound in fragments that is not there.
  var sound = Duration.zero
  /// Where packets of a transport stream's pictures are missing.
  var pictureBreaks = TransportCounters.Losses()
  /// Where packets of its sound are.
  var soundBreaks = TransportCounters.Losses()

  init() {}

  init(_ structure: MovieStructure, video: StreamDescription?, audio: StreamDescription?) {
    func track(_ stream: StreamDescription?) -> MovieStructure.Track? {
      stream.flatMap { stream in structure.tracks.first { Int($0.id) == stream.id } }
    }
    pictures = track(video)?.lostSampleCount ?? 0
    if let track = track(audio), track.timescale > 0 {
      sound = Ratio(1, Int32(clamping: track.timescale)).duration(
        Int64(clamping: track.lostDuration))
    }
  }

  /// What is told of it, below the share of pictures that refuses.
  var warnings: [Warning] {
    var warnings: [Warning] = []
    if pictures > 0 {
      warnings.append(
        Warning(
          .damagedPictures,
          message: "\(pictures) pictures are missing, with the fragments that they were in."))
    }
    if sound > .zero {
      warnings.append(
        Warning(
          .damagedSound,
          message: "\(sound.text(decimals: 2)) s of sound are missing, with the fragments that they"
            + " were in."))
    }
    if pictureBreaks.places > 0 {
      warnings.append(Warning(.damagedPictures, message: pictureBreaks.message(of: "pictures")))
    }
    if soundBreaks.places > 0 {
      warnings.append(Warning(.damagedSound, message: soundBreaks.message(of: "sound")))
    }
    return warnings
  }
}
