internal import FFmpeg
internal import Rules

/// Decodes pictures, and tells which of them are whole.
struct PictureDecoding: ~Copyable {
  private var decoding: Decoding
  private var start: DecodableStart
  private var lostKeys: LostKeys
  private let kind: PictureKind
  private let timeBase: Ratio
  /// Whether the packet at hand is noted in `lostKeys`.
  private var isNoted = false

  init(_ decoder: consuming Decoder, of stream: StreamDescription, container: Container) {
    decoding = Decoding(decoder)
    start = DecodableStart(container, codec: stream.codec)
    kind = PictureKind(stream)
    lostKeys = LostKeys(trustsFlags: container.hasIndexOfKeys && !kind.hasGuessedFlags)
    timeBase = stream.timeBase
  }

  /// Whether a packet can be decoded from what came before it; others are passed over.
  mutating func allows(_ packet: borrowing Packet) -> Bool { start.allows(packet) }

  /// Begins a part of the movie that leans on nothing before it, once all that was held back is taken.
  mutating func startOver() {
    decoding.startOver()
    start.startOver()
  }

  /// Whether one more picture came of a packet, to be called with the same one until none does.
  ///
  /// - Parameter isSecondField: whether its picture began in the packet before.
  mutating func next(
    of packet: borrowing Packet, isSecondField: Bool = false, into frame: borrowing Frame
  ) throws(FFmpegError) -> Bool {
    while true {
      let step = try decoding.next(of: packet, into: frame)
      if step == .failure || !isNoted {
        isNoted = true
        let claim = step == .failure ? kind.claim(of: packet) : nil
        let isGuess = step == .failure && claim == nil && kind.hasGuessedFlags
        lostKeys.note(
          LostKeys.Picture(
            number: decoding.number, time: packet.presentationTimestamp,
            isKey: packet.isKey && !isGuess, claim: claim, size: packet.size,
            isSecondField: isSecondField),
          failed: step == .failure)
      }
      switch step {
      case .frame: return true
      case .failure: continue
      case nil:
        isNoted = false
        return false
      }
    }
  }

  /// Whether one more picture was held back, once no packet comes any more.
  mutating func next(into frame: borrowing Frame) throws(FFmpegError) -> Bool {
    while let step = try decoding.next(into: frame) {
      if step == .frame { return true }
    }
    return false
  }

  /// Whether a picture decoded, and all that it leans on.
  func isWhole(_ frame: borrowing Frame) -> Bool {
    !frame.isDamaged && !lostKeys.cover(frame)
  }
}

extension Container {
  /// Whether an index tells which pictures are key frames. Elsewhere libavformat reads it out of the
  /// pictures themselves, and where one is destroyed it says no.
  fileprivate var hasIndexOfKeys: Bool {
    switch self {
    case .mp4, .quicktime, .threeGP: true
    default: false
    }
  }
}
