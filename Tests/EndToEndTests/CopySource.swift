internal import Foundation
internal import TestSupport

/// Coded pictures and sound that fit the profile, to make movies of that are copied but for what a
/// test changes.
struct CopySource {
  var pictures: MovieMaker.Track
  var sound: MovieMaker.Track
  /// The sound's set-up.
  let audioSpecificConfig: [UInt8]
  /// The pictures' set-up.
  let avcConfiguration: [UInt8]

  /// Two seconds of a picture that moves, or what `filter` says, and of sound.
  ///
  /// - Parameters:
  ///   - sound: a source of `lavfi`, without its rate and length.
  ///   - encoder: more arguments for libx264.
  init(
    filter: String = "testsrc2=s=320x240:r=25:d=2", sound: String = "aevalsrc='0.3*sin(2764*t)'",
    rate: Int = 48_000, channels: Int = 1, length: Double = 2, encoder: [String] = []
  ) throws {
    let made = try MovieMakerSource(
      ffmpeg: [
        "-f", "lavfi", "-i", filter, "-f", "lavfi", "-i", "\(sound):s=\(rate):d=\(length)", "-vf",
        "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-c:v", "libx264", "-bf", "0",
        "-crf", "30", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
        "-color_range", "tv", "-c:a", "aac", "-b:a", "48k", "-ac", "\(channels)",
      ] + encoder)
    pictures = try .video(
      made.video, avcConfiguration: made.avcConfiguration, width: 320, height: 240,
      timescale: made.videoTimescale)
    self.sound = try .aac(
      made.audio, audioSpecificConfig: made.audioSpecificConfig, channels: UInt16(channels),
      sampleRate: UInt32(rate))
    // What the encoder puts before the sound.
    self.sound.edits = [.init(duration: 2000, mediaTime: 1024)]
    audioSpecificConfig = made.audioSpecificConfig
    avcConfiguration = made.avcConfiguration
  }

  /// Gives the pictures another set-up.
  mutating func setUpPictures(_ configuration: [UInt8]) throws {
    pictures = try .video(
      pictures.samples, avcConfiguration: configuration, width: 320, height: 240,
      timescale: pictures.timescale)
  }

  /// Gives the sound another set-up.
  mutating func setUpSound(_ configuration: [UInt8]) throws {
    let edits = sound.edits
    sound = try .aac(
      sound.samples, audioSpecificConfig: configuration, channels: 1, sampleRate: sound.timescale)
    sound.edits = edits
  }

  /// The movie as a file of the folder.
  func write(into folder: ScratchFolder) throws -> String {
    try folder.write(Data(MovieMaker(tracks: [pictures, sound]).bytes()), as: "made.mp4")
  }
}
