internal import FFmpeg
internal import Rules

/// Pictures at the very start for which there is nothing to decode them from, since the movie was cut
/// out of a longer one.
///
/// No player shows them: they are in no count, and the movie begins after them.
struct BrokenStart {
  /// Those that were coded before the first key frame.
  var early: Int
  /// Those that were coded after it and would be shown before it; they lean on both sides.
  var leading: Int

  var count: Int { early + leading }

  /// No codec lets more pictures be coded between a key frame and what is shown before it
  /// (`sps_max_dec_pic_buffering` of ITU-T H.265, A.4).
  static let mostLeading = 16
}

/// Keeps from a decoder what it would make up a picture for, where there is nothing to decode it from.
///
/// libavcodec's decoder of HEVC shows grey instead of references that never came, and calls it whole.
struct DecodableStart {
  private var isReached: Bool

  init(_ container: Container, codec: String?) {
    // There libav tells key frames by the pictures themselves, elsewhere by an index that may lie.
    isReached = container != .mpegts || codec != "hevc"
  }

  /// Waits for the next key frame, where a part begins that leans on nothing before.
  mutating func startOver() { isReached = false }

  /// Whether the packet is the first key frame or comes after it.
  mutating func allows(_ packet: borrowing Packet) -> Bool {
    if packet.isKey { isReached = true }
    return isReached
  }
}

extension StreamClock {
  /// Leaves out what is shown before the key frame that the stream can be decoded from.
  ///
  /// - Parameter first: the timestamp of the first picture that a decoder gave, which gives them in
  ///   the order of time.
  /// - Returns: nil where nothing had to be left out.
  mutating func leaveOut(before first: Int64) -> BrokenStart? {
    guard track == nil, stream.kind == .video,
      let key = shown.firstIndex(where: { $0.isKey }), shown[key].start == first
    else { return nil }
    let start = BrokenStart(
      early: shown[..<key].count { $0.start < first && !$0.isSecondField },
      leading: shown[key...].count { $0.start < first && !$0.isSecondField })
    guard start.count > 0, start.leading <= BrokenStart.mostLeading else { return nil }
    begin(at: first)
    return start
  }
}
