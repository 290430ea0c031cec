internal import Boxes
internal import FFmpeg
internal import Rules

extension Copying {
  /// The sound beside copied pictures: packets as they are, or encoded anew.
  ///
  /// It is decoded in either case, since damage shows in no other way: what is kept as it is written,
  /// so that damaged sound is encoded, which tells of it and mends it.
  struct SoundTrack: ~Copyable {
    private let timeBase: Ratio
    private let hasSound: Bool
    private var decoding: Decoding?
    private let frame: Frame
    /// Where decoded sound goes that is encoded anew.
    private var line: SoundLine
    /// Where packets go that are kept.
    private var copied: CopiedSound?
    private var failures = 0
    private var hasDecoded = false

    init(_ copying: Copying, _ demuxer: borrowing Demuxer) throws {
      let movie = copying.movie
      let copied =
        copying.keepsSound
        ? try movie.audio.map { try CopiedSound(movie, demuxer.streams[$0]) } : nil
      let frame = try Frame()
      var decoding: Decoding?
      if let audio = movie.audio {
        do throws(FFmpegError) {
          decoding = Decoding(
            try Decoder(
              demuxer, stream: audio, maxPixels: 1, extradata: copied?.configuration.bytes))
        } catch {
          // Sound that can't be opened is passed over with a warning.
          if copied != nil { throw NotCopyable.sound("damaged sound") }
        }
      }
      timeBase = movie.audio.map { demuxer.streams[$0].timeBase } ?? Ratio(1, 1)
      hasSound = movie.audio != nil
      self.copied = copied
      self.frame = frame
      self.decoding = decoding
      let length = movie.facts.duration.presented ?? .zero
      line = SoundLine(
        bitRate: copying.soundBitRate,
        kept: movie.heard(in: movie.origin..<movie.origin + length))
    }

    mutating func add(_ packet: borrowing Packet) throws {
      if copied != nil {
        guard let bytes = try copied?.add(packet) else { return }
        try packet.replace(bytes: bytes)
      }
      while let step = try decoding?.next(of: packet, into: frame) { try take(step) }
    }

    /// The sound, or nil where none can be heard, and what was lost of it.
    mutating func finish() throws -> (coded: SoundLine.Coded?, warnings: [Warning]) {
      while let step = try decoding?.next(into: frame) { try take(step) }
      // Packets may be whole and hold nothing.
      if copied != nil, !hasDecoded { throw NotCopyable.sound("damaged sound") }
      if let copied { return (try copied.coded(), []) }
      let coded = try line.finish()
      let warnings =
        hasSound ? Findings.lostSound(decoded: line.decoded, failures: failures) : []
      return (coded, warnings)
    }

    private mutating func take(_ step: Decoding.Step) throws {
      guard step == .frame else {
        if copied != nil { throw NotCopyable.sound("damaged sound") }
        failures += 1
        return
      }
      if frame.sampleCount > 0 { hasDecoded = true }
      if copied == nil {
        try line.add(frame, at: frame.timestamp.map { timeBase.duration($0) })
      }
    }
  }
}
