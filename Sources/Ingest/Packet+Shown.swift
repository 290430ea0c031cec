internal import FFmpeg

extension Packet {
  /// Whether it holds a picture or sound that is presented.
  ///
  /// The container may say that it is not, and VP8 has pictures that only others are coded against
  /// (`show_frame` of RFC 6386, 9.1).
  borrowing func isShown(in codec: String?) -> Bool {
    if isDiscarded { return false }
    guard codec == "vp8" else { return true }
    // Lent for one byte; an empty packet has none.
    return unsafe withBytes { unsafe $0.first.map { $0 & 0x10 != 0 } ?? false }
  }
}
