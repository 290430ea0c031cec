internal import Foundation
internal import TestSupport
internal import Testing

/// Sound of every codec lies beside its pictures where it lay, from the first second to the last.
@Suite(.readers) struct SoundSyncTests {
  /// One codec of sound in one container.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    /// Whether the container tells to the sample when the sound begins.
    let isExact: Bool
    var testDescription: String { name }

    init(
      _ name: String, _ sound: String, _ pictures: String = "h264", isExact: Bool = false,
      _ more: [String] = []
    ) {
      self.name = name
      self.isExact = isExact
      let coder =
        switch pictures {
        case "h264": ["libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
        case "vp8": ["libvpx", "-deadline", "realtime", "-cpu-used", "8"]
        default: [pictures]
        }
      arguments = ["-c:v"] + coder + ["-c:a", sound] + more
    }
  }

  static let kinds = [
    Kind("pcm.mov", "pcm_s16le", isExact: true), Kind("pcm.avi", "pcm_s16le", "mpeg4"),
    Kind("pcm24.mkv", "pcm_s24le"), Kind("mulaw.mov", "pcm_mulaw", isExact: true),
    Kind("alac.mov", "alac", isExact: true), Kind("alac.mp4", "alac", isExact: true),
    Kind("flac.mkv", "flac"), Kind("flac.mp4", "flac", isExact: true),
    Kind("opus.mp4", "libopus", isExact: true), Kind("opus.webm", "libopus", "vp8"),
    Kind("opus.ts", "libopus"), Kind("vorbis.webm", "libvorbis", "vp8"),
    Kind("vorbis.ogv", "libvorbis", "libtheora"), Kind("vorbis.mkv", "libvorbis"),
    Kind("ac3.mp4", "ac3", isExact: true), Kind("ac3.ts", "ac3"), Kind("ac3.mkv", "ac3"),
    Kind("ac3.mpg", "ac3", "mpeg2video"), Kind("eac3.mp4", "eac3", isExact: true),
    Kind("mp2.mpg", "mp2", "mpeg2video"), Kind("mp2.ts", "mp2"),
    Kind("mp3.mp4", "libmp3lame", isExact: true), Kind("mp3.avi", "libmp3lame", "mpeg4"),
    Kind("mp3.mkv", "libmp3lame"), Kind("mp3.flv", "libmp3lame", "flv", ["-ar", "44100"]),
    Kind("aac.mp4", "aac", isExact: true), Kind("aac.mkv", "aac"), Kind("aac.ts", "aac"),
    Kind("aac44.flv", "aac", "flv", ["-ar", "44100"]),
    Kind("aac22.mp4", "aac", isExact: true, ["-ar", "22050"]), Kind("wma.wmv", "wmav2", "wmv2"),
  ]

  /// Where sound and pictures of a movie lie, near its start and near its end.
  private struct Places {
    /// Samples that the sound is late.
    let lags: [Int]
    /// Seconds that the sound is later than the pictures.
    let skews: [Double]

    init(_ path: String) throws {
      let sound = try Sound(path).samples
      let signal = try SoundSignal.samples.get()
      lags = try [0.15, 2.4].map {
        try #require(
          SoundSignal.lag(of: sound, behind: signal, at: $0), "nothing of the sound at \($0) s")
      }
      let flashes = try SoundSignal.flashes(of: path)
      try #require(flashes.count == 2, "\(flashes)")
      skews = zip(lags, zip(flashes, SoundSignal.flashes)).map { lag, flash in
        Double(lag) / Sound.rate - (flash.0 - flash.1)
      }
    }
  }

  /// In seconds: less than a third of the shortest packet, of 20 ms.
  private static let fractionOfPacket = 0.006

  @Test(arguments: kinds)
  func `Sound of every codec stays in step with its pictures`(_ kind: Kind) throws {
    let folder = try ScratchFolder()
    let path = try SoundSignal.movie(kind.name, kind.arguments, in: folder)
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.answer.warnings == [])
    let before = try Places(path)
    let after = try Places(processed.movie)
    if kind.isExact { #expect(after.lags == [0, 0]) }
    #expect(abs(after.lags[1] - after.lags[0]) < 48, "it drifts: \(after.lags)")
    #expect(abs(after.skews[0] - before.skews[0]) < Self.fractionOfPacket, "\(before) \(after)")
    // What ffmpeg makes of a picture of MPEG-PS without a time may be a frame off at the end.
    #expect(abs(after.skews[1] - before.skews[1]) < 0.041, "\(before) \(after)")
    #expect(abs(after.skews[1] - after.skews[0]) < 0.020, "\(after)")
  }

  @Test(
    .corpus,
    arguments: [
      "phone_3gp_h263_cif_5_5s.3gp", "mp4_five_one_audio_5_28s.mp4", "ts_hlg_start10s_4_99s.ts",
    ])
  func `Sound of real movies comes as late as it was recorded`(_ name: String) throws {
    let path = try #require(Corpus.path(name))
    let processed = try Clipgate.process(path, flags: ["--fit"])
    try #require(processed.isAccepted, "\(processed.summary)")
    let before = try Sound(path).samples
    let after = try Sound(processed.movie).samples
    let end = Double(min(before.count, after.count)) / Sound.rate - 0.5
    let lags = try [0.3, end].map {
      try #require(SoundSignal.lag(of: after, behind: before, at: $0), "nothing at \($0) s")
    }
    // ffmpeg passes over gaps that are shorter than 0.1 s; the 3GP has one of 18 ms.
    #expect(lags.allSatisfy { abs($0) < 960 }, "\(lags)")
    #expect(abs(lags[1] - lags[0]) < 48, "\(lags)")
  }
}
