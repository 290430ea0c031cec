internal import FFmpeg

/// Decodes sound only to learn whether it can be decoded.
struct SoundCheck: ~Copyable {
  /// What decoding brought.
  struct Result {
    /// Samples that came out.
    var decoded: Int64 = 0
    /// Pieces that did not decode.
    var failures = 0
  }

  private var decoding: Decoding
  private let frame: Frame
  private(set) var result = Result()

  init(_ demuxer: borrowing Demuxer, stream: Int) throws(FFmpegError) {
    let frame = try Frame()
    let decoder = try Decoder(demuxer, stream: stream, maxPixels: 1)
    self.frame = frame
    decoding = Decoding(decoder)
  }

  mutating func add(_ packet: borrowing Packet) throws(FFmpegError) {
    while let step = try decoding.next(of: packet, into: frame) { count(step) }
  }

  mutating func finish() throws(FFmpegError) {
    while let step = try decoding.next(into: frame) { count(step) }
  }

  private mutating func count(_ step: Decoding.Step) {
    switch step {
    case .frame: result.decoded += Int64(frame.sampleCount)
    case .failure: result.failures += 1
    }
  }
}
