import Boxes

extension WrittenVideoTrack {
  /// A track of 640 × 360 at 30 pictures a second, each of 100 bytes, to be changed by a test.
  static func plain(_ count: Int = 3) -> Self {
    Self(
      width: 640, height: 360, timescale: 30, avcConfiguration: [1, 2, 3],
      samples: (0..<count).map { WrittenSample(size: 100, duration: 1, isSync: $0 == 0) },
      presentedDuration: UInt64(count))
  }
}

extension WrittenAudioTrack {
  /// A track of 48 kHz in stereo, each packet of 10 bytes, to be changed by a test.
  static func plain(_ count: Int = 4) -> Self {
    Self(
      sampleRate: 48_000, channels: 2, audioSpecificConfig: [0x11, 0x90], bitRate: 96_000,
      samples: (0..<count).map { _ in WrittenSample(size: 10, duration: 1024) },
      primingSamples: 1024, presentedSamples: UInt64(count - 1) * 1024 - 100)
  }
}

extension IndexWriter {
  /// The head for tracks whose samples lie in one chunk each, pictures first.
  func index(
    _ video: WrittenVideoTrack, _ audio: WrittenAudioTrack? = nil
  ) throws(IndexWriterError) -> [UInt8] {
    var chunks = [WrittenChunk(track: .video, sampleCount: UInt32(video.samples.count))]
    if let audio {
      chunks.append(WrittenChunk(track: .audio, sampleCount: UInt32(audio.samples.count)))
    }
    let sizes = (video.samples + (audio?.samples ?? [])).map { UInt64($0.size) }
    return try index(
      video: video, audio: audio, chunks: chunks, payloadBytes: sizes.reduce(0, +))
  }
}
