internal import CFFmpeg

/// The frames of AMR speech that a packet holds, one after another as files store them (RFC 4867,
/// 5.3).
///
/// A recording may put several into a sample, whatever its `damr` box says (3GPP TS 26.244, 6.7).
/// libavcodec decodes only the first, and takes pauses of the speaker for damage.
struct SpeechFrames {
  /// What a frame brings.
  enum Kind {
    /// Coded speech; or bytes that are no whole frame, which the decoder will say.
    case coded
    /// A pause: nothing, or the noise of the room that may be played in its place.
    case pause
  }

  /// One frame's place in its packet.
  struct Piece: Equatable {
    var kind: Kind
    var bytes: Range<Int>
  }

  /// Samples a second.
  let rate: Int
  /// Samples of a frame: 20 ms.
  let samples: Int
  /// Bytes after the first of each frame type; nil for those that no standard defines.
  private let sizes: [Int?]
  /// The first frame type that is no speech.
  private let firstPause: Int

  /// - Returns: nil for sound that is not AMR of one channel.
  init?(_ codec: AVCodecID, channels: Int) {
    guard channels == 1 else { return nil }
    switch codec {
    case AV_CODEC_ID_AMR_NB:
      // 3GPP TS 26.101, 4.1; types 8 to 11 describe a pause, 15 goes on with it.
      sizes = [12, 13, 15, 17, 19, 20, 26, 31, 5, 6, 5, 5, nil, nil, nil, 0]
      firstPause = 8
      rate = 8_000
    case AV_CODEC_ID_AMR_WB:
      // 3GPP TS 26.201, 4.1; type 14 is speech that was lost on its way.
      sizes = [17, 23, 32, 36, 40, 46, 50, 58, 60, 5, nil, nil, nil, nil, 0, 0]
      firstPause = 9
      rate = 16_000
    default: return nil
    }
    samples = rate / 50
  }

  /// Frames in the order of the bytes; the last one may be cut off.
  func pieces(of bytes: UnsafeRawBufferPointer) -> [Piece] {
    var pieces: [Piece] = []
    var place = 0
    while place < bytes.count {
      // A bit of padding, four of the type, one that says whether it is undamaged.
      let type = unsafe Int(bytes[place] >> 3 & 0xF)
      guard let size = sizes[type], size < bytes.count - place else {
        pieces.append(Piece(kind: .coded, bytes: place..<bytes.count))
        break
      }
      pieces.append(
        Piece(kind: type < firstPause ? .coded : .pause, bytes: place..<place + size + 1))
      place += size + 1
    }
    return pieces
  }
}
