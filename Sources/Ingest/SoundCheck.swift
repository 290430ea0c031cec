internal import FFmpeg

/// Decodes sound only to learn whether it can be decoded.
struct SoundCheck: ~Copyable {
  private var decoder: Decoder
  private let frame: Frame
  /// Whether anything came out.
  private(set) var decodes = false

  init(_ demuxer: borrowing Demuxer, stream: Int) throws(FFmpegError) {
    let frame = try Frame()
    let decoder = try Decoder(demuxer, stream: stream, maxPixels: 1)
    self.frame = frame
    self.decoder = decoder
  }

  mutating func add(_ packet: borrowing Packet) throws(FFmpegError) {
    do throws(FFmpegError) {
      while try !decoder.send(packet) { try take() }
      try take()
    } catch {
      guard error.code == .invalidData else { throw error }
    }
  }

  mutating func finish() throws(FFmpegError) {
    do throws(FFmpegError) {
      try decoder.finish()
      try take()
    } catch {
      guard error.code == .invalidData else { throw error }
    }
  }

  private mutating func take() throws(FFmpegError) {
    while try decoder.receive(into: frame) == .frame {
      if frame.sampleCount > 0 { decodes = true }
    }
  }
}
