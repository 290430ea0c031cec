/// Frames of AMR speech as files store them, made without an encoder: any bits are some sound.
package enum Speech: Sendable, CaseIterable {
  case narrow, wide

  package var rate: Int { self == .narrow ? 8_000 : 16_000 }
  /// Samples of a frame.
  package var samples: Int { rate / 50 }
  /// The first byte of a frame that describes a pause.
  package var pauseType: UInt8 { self == .narrow ? 8 : 9 }
  var entryType: String { self == .narrow ? "samr" : "sawb" }

  /// Frames of speech in several modes, each with the number of bytes that its mode has.
  package func spoken(_ count: Int) -> [[UInt8]] {
    let sizes = self == .narrow ? [12, 13, 15, 17, 19, 20, 26, 31] : [17, 23, 32, 36, 40, 46, 50]
    var random = SeededGenerator(seed: 7)
    return (0..<count).map { index in
      let mode = index % sizes.count
      let bits = (0..<sizes[mode]).map { _ in UInt8.random(in: 0...255, using: &random) }
      return [UInt8(mode) << 3 | 4] + bits
    }
  }

  /// A frame that describes the noise of a pause, then frames that go on with it.
  package func pause(_ count: Int) -> [[UInt8]] {
    (0..<count).map { $0 == 0 ? [pauseType << 3 | 4] + Array(repeating: 0, count: 5) : [0x7C] }
  }

  /// A track of these frames, so many in each sample; `damr` says one.
  package func track(_ frames: [[UInt8]], perSample: Int) throws -> MovieMaker.Track {
    let samples = stride(from: 0, to: frames.count, by: perSample).map { start in
      let part = frames[start..<min(frames.count, start + perSample)]
      return MovieMaker.Sample(
        bytes: Array(part.joined()), duration: UInt32(part.count * self.samples))
    }
    return try .speech(samples, entryType: entryType, sampleRate: UInt32(rate))
  }
}
