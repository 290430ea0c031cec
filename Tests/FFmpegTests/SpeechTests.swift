import FFmpeg
import TestSupport
import Testing

/// AMR, whose packets may hold several frames and pauses.
@Suite struct SpeechTests {
  /// What is heard of a track, and when each piece of it begins, in samples.
  private func heard(
    _ track: MovieMaker.Track
  ) throws -> (samples: [Float], starts: [Int64], counted: Int) {
    let file = try OpenFile(holding: MovieMaker(tracks: [track]).bytes())
    var demuxer = try Demuxer(file)
    let packet = try Packet()
    var counted = 0
    while try demuxer.read(into: packet) { counted += demuxer.soundSamples(of: packet) }
    var samples: [[Float]] = [[]]
    var starts: [Int64] = []
    var decoded = try Demuxer(file)
    try decoded.decode(stream: 0) { frame in
      starts.append(frame.timestamp ?? -1)
      // At the same rate it is only a copy.
      var copy = try Resampler(for: frame, sampleRate: frame.sampleRate, channels: 1)
      try copy.convert(frame, into: &samples)
    }
    return (samples[0], starts, counted)
  }

  @Test(arguments: Speech.allCases, [2, 7, 10, 150])
  func `frames that share a sample sound as they do in samples of their own`(
    speech: Speech, perSample: Int
  ) throws {
    let frames = speech.spoken(50) + speech.pause(9) + speech.spoken(41)
    let alone = try heard(try speech.track(frames, perSample: 1))
    let together = try heard(try speech.track(frames, perSample: perSample))
    #expect(alone.samples.count == 100 * speech.samples)
    #expect(alone.counted == 100 * speech.samples)
    #expect(together.samples == alone.samples)
    #expect(together.starts == alone.starts)
    #expect(together.counted == alone.counted)
    #expect(together.starts == (0..<100).map { Int64($0 * speech.samples) })
  }

  @Test(arguments: Speech.allCases)
  func `a pause is silence as long as it is, and nothing else is`(speech: Speech) throws {
    let frames = speech.pause(10) + speech.spoken(10) + speech.pause(25)
    let sound = try heard(try speech.track(frames, perSample: 5))
    #expect(sound.samples.count == 45 * speech.samples)
    let spoken = 10 * speech.samples..<20 * speech.samples
    #expect(sound.samples[..<spoken.lowerBound].allSatisfy { $0 == 0 })
    #expect(sound.samples[spoken.upperBound...].allSatisfy { $0 == 0 })
    #expect(sound.samples[spoken].contains { abs($0) > 0.01 })
  }

  @Test(arguments: Speech.allCases)
  func `a frame that is cut off is damage, and what comes before it is heard`(
    speech: Speech
  ) throws {
    var track = try speech.track(speech.spoken(20), perSample: 10)
    track.samples[1].bytes.removeLast(3)
    var samples = 0
    let file = try OpenFile(holding: MovieMaker(tracks: [track]).bytes())
    var demuxer = try Demuxer(file)
    let error = #expect(throws: FFmpegError.self) {
      try demuxer.decode(stream: 0) { samples += $0.sampleCount }
    }
    #expect(error?.code == .invalidData)
    #expect(samples == 19 * speech.samples)
  }

  @Test func `a packet of very many frames is not decoded for ever`() throws {
    let track = try Speech.narrow.track(Speech.narrow.pause(100_000), perSample: 100_000)
    let sound = try heard(track)
    #expect(sound.counted == 100_000 * 160)
    #expect(sound.samples.count < 1_000_000)
  }
}
