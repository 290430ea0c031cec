internal import Boxes
internal import FFmpeg

/// How the pictures of a movie become those of its copy.
struct CopiedPictures {
  /// The set-up of the movie's own pictures.
  let source: AVCConfiguration
  /// The set-up that stands in the copy.
  let written: AVCConfiguration

  /// A packet of the movie as it is written.
  func unit(of packet: borrowing Packet) throws(H264Error) -> AccessUnit {
    try AccessUnit(lengthPrefixed: packet.bytes.span, configuration: source)
  }
}
