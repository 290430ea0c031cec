/// How many bytes a number of sound frames takes.
struct SoundPacking: Equatable {
  let frames: UInt64
  let bytes: UInt64

  /// A packet of `frames` frames in `bytes` bytes; nil where either is 0.
  init?(frames: UInt64, bytes: UInt64) {
    guard frames > 0, bytes > 0 else { return nil }
    self.frames = frames
    self.bytes = bytes
  }

  /// The packets of a kind of sound whose description does not give them; nil for other kinds.
  init?(_ type: BoxType, channels: UInt64, bits: UInt64) {
    switch type {
    case "raw ", "NONE", "twos", "sowt": self.init(frames: 1, bytes: channels * (bits / 8))
    case "ulaw", "alaw": self.init(frames: 1, bytes: channels)
    case "ima4": self.init(frames: 64, bytes: 34 * channels)
    case "MAC3": self.init(frames: 6, bytes: 2 * channels)
    case "MAC6": self.init(frames: 6, bytes: channels)
    case "agsm": self.init(frames: 160, bytes: 33)
    default: return nil
    }
  }
}
