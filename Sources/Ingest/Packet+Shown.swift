internal import FFmpeg

extension Packet {
  /// Whether it holds a picture or sound that is presented.
  ///
  /// The container may say that it is not, and VP8 has pictures that only others are coded against
  /// (`show_frame` of RFC 6386, 9.1). One whose header is destroyed says nothing of it.
  borrowing func isShown(in codec: String?) -> Bool {
    if isDiscarded { return false }
    guard codec == "vp8" else { return true }
    // Lent for its header; an empty packet has none.
    return unsafe withBytes { bytes in
      guard let tag = unsafe bytes.first else { return false }
      // Key frames have a start code.
      let isReadable =
        unsafe tag & 1 != 0 || bytes.dropFirst(3).starts(with: [0x9D, 0x01, 0x2A])
      return tag & 0x10 != 0 || !isReadable
    }
  }
}
