internal import FFmpeg

/// The parts of the pictures whose key frame did not decode, and single pictures that did not.
///
/// Decoders go on with whatever picture they have, and do not always say so: what follows a key frame
/// is coded against a picture that is missing, up to the next key frame that decodes. Nor does every
/// decoder keep back a picture that it has just reported as wrong.
struct LostKeys {
  /// In ticks of the stream's time base; the last one may be open.
  private var lost: [Range<Int64>] = []
  private var single: Set<Int64> = []

  /// Notes that a packet decoded, or that it did not.
  mutating func note(_ packet: borrowing Packet, failed: Bool) {
    note(
      isKey: packet.isKey, at: packet.presentationTimestamp ?? packet.decodingTimestamp,
      failed: failed)
    // A decoding time may be the one that another picture is shown at.
    if failed, let time = packet.presentationTimestamp { single.insert(time) }
  }

  mutating func note(isKey: Bool, at time: Int64?, failed: Bool) {
    guard isKey, let time else { return }
    let isOpen = lost.last?.upperBound == .max
    if failed, !isOpen {
      lost.append(time..<(.max))
    } else if !failed, isOpen, let last = lost.popLast() {
      if last.lowerBound < time { lost.append(last.lowerBound..<time) }
    }
  }

  /// Whether a picture did not decode, or leans on a key frame that is missing.
  func cover(_ picture: borrowing Frame) -> Bool {
    picture.timestamp.map { cover($0) || single.contains($0) } ?? false
  }

  func cover(_ time: Int64) -> Bool { lost.contains { $0.contains(time) } }
}
