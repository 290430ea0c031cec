import TestSupport

/// Movies that are put together sample by sample, for edit lists of any kind.
enum Movies {
  /// A second of 25 pictures, each of one grey that is 8 lighter than the one before.
  static let pictures = Result {
    try MovieMakerSource(ffmpeg: [
      "-f", "lavfi", "-i", "color=black:s=64x48:r=25:d=1", "-vf",
      "geq=lum='16+8*N':cb=128:cr=128,format=yuv420p", "-c:v", "libx264", "-preset", "veryfast",
      "-bf", "2", "-crf", "10", "-sc_threshold", "0",
    ])
  }

  /// A track of those pictures, in ticks of 1/12800 s.
  static func video(_ edits: [MovieMaker.Edit] = []) throws -> MovieMaker.Track {
    let source = try pictures.get()
    var track = try MovieMaker.Track.video(
      source.video, avcConfiguration: source.avcConfiguration, width: 64, height: 48,
      timescale: source.videoTimescale)
    track.edits = edits
    return track
  }

  /// A track of these samples as PCM of one channel.
  static func sound(
    _ samples: [Float], rate: Int, _ edits: [MovieMaker.Edit] = []
  ) throws -> MovieMaker.Track {
    // One sample of the container is one sample of sound, and a chunk and a packet of its own.
    let pieces = samples.map { value -> MovieMaker.Sample in
      let number = UInt16(bitPattern: Int16(max(-1, min(1, value)) * 32_767))
      return .init(bytes: [UInt8(number >> 8), UInt8(number & 255)], duration: 1)
    }
    var track = try MovieMaker.Track.pcm(pieces, channels: 1, sampleRate: UInt32(rate))
    track.edits = edits
    return track
  }

  static func file(_ tracks: [MovieMaker.Track]) throws -> OpenFile {
    try OpenFile(holding: MovieMaker(tracks: tracks).bytes())
  }
}
