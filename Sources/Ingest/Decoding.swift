internal import FFmpeg

/// A decoder that goes on past what does not decode.
struct Decoding: ~Copyable {
  /// What came of the packet at hand.
  enum Step {
    case frame
    /// Something of it did not decode.
    case failure
  }

  private var decoder: Decoder
  /// The number of the packet at hand, from 0, as `Frame.packetNumber` has it.
  private(set) var number = -1
  /// Whether there is a packet at hand, and whether the decoder has taken it.
  private var isBegun = false
  private var isTaken = false
  private var isEnding = false

  init(_ decoder: consuming Decoder) {
    self.decoder = decoder
  }

  /// Goes on with a packet, to be called with the same one until nothing more comes of it.
  ///
  /// - Throws: every failure but that bytes do not decode.
  mutating func next(
    of packet: borrowing Packet, into frame: borrowing Frame
  ) throws(FFmpegError) -> Step? {
    if !isBegun {
      isBegun = true
      number += 1
    }
    while true {
      if !isTaken {
        do throws(FFmpegError) {
          isTaken = try decoder.send(packet)
        } catch {
          isTaken = true
          return try Self.survive(error)
        }
      }
      if let step = try received(into: frame) { return step }
      // Emptied, it takes the packet.
      guard isTaken else { continue }
      isBegun = false
      isTaken = false
      return nil
    }
  }

  /// Goes on with what is held back, once no packet comes any more.
  mutating func next(into frame: borrowing Frame) throws(FFmpegError) -> Step? {
    if !isEnding {
      isEnding = true
      do throws(FFmpegError) {
        try decoder.finish()
      } catch {
        return try Self.survive(error)
      }
    }
    return try received(into: frame)
  }

  /// Forgets all that it was given, so that what comes leans on nothing before.
  mutating func startOver() {
    decoder.flush()
    isEnding = false
  }

  private mutating func received(into frame: borrowing Frame) throws(FFmpegError) -> Step? {
    do throws(FFmpegError) {
      return try decoder.receive(into: frame) == .frame ? .frame : nil
    } catch {
      return try Self.survive(error)
    }
  }

  /// Bytes that do not decode are a failure of theirs; what this machine fails at is passed on.
  private static func survive(_ error: FFmpegError) throws(FFmpegError) -> Step {
    guard error.code == .invalidData else { throw error }
    return .failure
  }
}
