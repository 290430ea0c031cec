internal import CFFmpeg

/// A packet of AMR speech on its way to the decoder, frame by frame.
@safe
struct SpeechQueue: ~Copyable {
  /// What the decoder gets next.
  enum Next {
    /// A packet of one frame; `part` holds it.
    case packet
    /// The frame that was lent holds the silence of a pause.
    case silence
    case nothing
  }

  /// More frames of one packet are not decoded: 80 s, so that a packet can't be a bomb.
  private static let maxFrames = 4_096

  private let frames: SpeechFrames
  /// The packet that is being taken apart.
  private let whole: Packet
  /// One frame of it, for the decoder.
  let part: Packet
  private var pieces: ArraySlice<SpeechFrames.Piece> = []
  private var count = 0
  /// Samples still to be left out at the start, and at the packet's end.
  private var skipped = (start: 0, end: 0)

  init(_ frames: SpeechFrames) throws(FFmpegError) {
    let whole = try Packet()
    let part = try Packet()
    self.frames = frames
    self.whole = whole
    self.part = part
  }

  var isEmpty: Bool { pieces.isEmpty }

  /// Takes a packet apart.
  mutating func take(_ packet: borrowing Packet) throws(FFmpegError) {
    let frames = frames
    // Lent to read the first byte of each frame.
    let found = unsafe packet.withBytes { unsafe frames.pieces(of: $0) }
    pieces = found.prefix(Self.maxFrames)
    count = pieces.count
    skipped.start += packet.skippedSamples.start
    skipped.end = packet.skippedSamples.end
    whole.clear()
    try check(unsafe av_packet_ref(whole.pointer, packet.pointer), "av_packet_ref")
  }

  /// Forgets what is waiting.
  mutating func clear() {
    pieces = []
    skipped = (0, 0)
    whole.clear()
  }

  /// Takes the next frame out, and puts it into `part`, or silence into `frame`.
  ///
  /// - Parameter timeBase: of the packets' timestamps.
  mutating func next(
    into frame: borrowing Frame, timeBase: AVRational
  ) throws(FFmpegError) -> Next {
    while let piece = pieces.popFirst() {
      let samples = frames.samples
      let index = count - pieces.count - 1
      let start = min(skipped.start, samples)
      skipped.start -= start
      let end = min(samples, max(0, skipped.end - (count - index - 1) * samples))
      let offset = Int64(index * samples)
      if piece.kind == .coded {
        try fillPart(piece, at: offset, skipping: (start, end), timeBase)
        return .packet
      }
      guard start + end < samples, !whole.isDiscarded else { continue }
      try frame.fillWithSilence(
        samples: samples - start - end, rate: frames.rate,
        timestamp: timestamp(at: offset + Int64(start), timeBase))
      return .silence
    }
    return .nothing
  }

  private func timestamp(at offset: Int64, _ timeBase: AVRational) -> Int64? {
    let samples = AVRational(num: 1, den: Int32(frames.rate))
    return whole.presentationTimestamp.map { start in
      let sum = start.addingReportingOverflow(av_rescale_q(offset, samples, timeBase))
      return sum.overflow ? start : sum.partialValue
    }
  }

  private func fillPart(
    _ piece: SpeechFrames.Piece, at offset: Int64, skipping: (start: Int, end: Int),
    _ timeBase: AVRational
  ) throws(FFmpegError) {
    part.clear()
    try check(unsafe av_packet_ref(part.pointer, whole.pointer), "av_packet_ref")
    // The bytes are those of `whole`, which libavcodec keeps alive by its own reference.
    unsafe part.pointer.pointee.data += piece.bytes.lowerBound
    unsafe part.pointer.pointee.size = Int32(piece.bytes.count)
    unsafe part.pointer.pointee.duration = 0
    if let timestamp = timestamp(at: offset, timeBase) {
      unsafe part.pointer.pointee.pts = timestamp
      unsafe part.pointer.pointee.dts = timestamp
    }
    unsafe av_packet_free_side_data(part.pointer)
    guard skipping != (0, 0) else { return }
    guard
      let data = unsafe av_packet_new_side_data(part.pointer, AV_PKT_DATA_SKIP_SAMPLES, 10)
    else { throw FFmpegError(code: .noMemory, call: "av_packet_new_side_data") }
    // Two little-endian 32-bit counts and two reasons.
    for byte in 0..<4 {
      unsafe data[byte] = UInt8(skipping.start >> (8 * byte) & 0xFF)
      unsafe data[4 + byte] = UInt8(skipping.end >> (8 * byte) & 0xFF)
    }
    unsafe data[8] = 0
    unsafe data[9] = 0
  }
}
