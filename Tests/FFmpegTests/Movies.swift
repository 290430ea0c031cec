import TestSupport
import Testing

/// The movies of this room's tests.
enum Movies {
  /// A second of reordered pictures with AAC sound, in MP4.
  static func clip() throws -> String {
    try MadeMovie.ramp(
      sound: ["-f", "lavfi", "-i", "sine=f=440:r=44100:d=1"], extra: ["-c:a", "aac"])
  }

  /// Pictures of a test card in some codec and container.
  static func card(
    _ encoder: [String], type: String, frames: Int = 25, sound: [String] = []
  ) throws -> String {
    try MadeMovie.path(
      ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=25"] + sound + [
        "-frames:v", "\(frames)", "-c:v",
      ] + encoder, type: type)
  }

  /// Sound of this layout and rate as PCM in QuickTime: each channel `level` of a 440 Hz sine.
  static func sound(_ layout: String, channels: Int, rate: Int, level: Double = 0.1) throws
    -> String
  {
    let wave = "\(level)*sin(440*2*PI*t)"
    let all = Array(repeating: wave, count: channels).joined(separator: "|")
    return try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "aevalsrc='\(all)':c=\(layout):s=\(rate):d=1", "-c:a", "pcm_s16le",
      ], type: "mkv")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skipped where there is no `ffmpeg` program to make movies with.
  static var movies: Self {
    .enabled(if: MadeMovie.canMake, "ffmpeg and ffprobe are not installed")
  }
}
