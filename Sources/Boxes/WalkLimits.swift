/// The most that a walk takes on, for all tracks together; beyond it a file is too complex.
///
/// Real recordings stay far below: a four-hour movie has 1.2 million samples of sound and picture,
/// a phone clip of seconds a few hundred.
struct WalkLimits {
  /// Boxes of every level, sample entries and data references among them.
  static let boxes = 4_096
  /// Samples that a demuxer makes an index entry for.
  static let samples: UInt64 = 1_000_000
  /// Frames of uncompressed sound, which demuxers read by the chunk: 93 minutes at 48 kHz.
  static let soundFrames: UInt64 = 1 << 28
  /// Rows of all tables that are read.
  static let rows: UInt64 = 4_000_000
  /// Rows of one edit list.
  static let edits: UInt64 = 1_024
  /// Chapter references of one track.
  static let chapterReferences: UInt64 = 64
  /// Brands that are kept; the others are not read.
  static let brands: UInt64 = 32

  private var boxesSeen = 0
  private var samplesSeen: UInt64 = 0
  private var soundFramesSeen: UInt64 = 0
  private var rowsSeen: UInt64 = 0

  mutating func countBox(at offset: UInt64) throws(BoxFault) {
    boxesSeen += 1
    if boxesSeen > Self.boxes {
      throw BoxFault(
        .tooComplex, offset: offset, box: "", detail: "there are more than \(Self.boxes) boxes")
    }
  }

  mutating func countSamples(_ count: UInt64, of box: Box) throws(BoxFault) {
    samplesSeen += count
    if samplesSeen > Self.samples {
      throw box.fault(.tooComplex, "there are more than \(Self.samples) samples")
    }
  }

  mutating func countSoundFrames(_ count: UInt64, of box: Box) throws(BoxFault) {
    soundFramesSeen += count
    if soundFramesSeen > Self.soundFrames {
      throw box.fault(.tooComplex, "there are more than \(Self.soundFrames) frames of sound")
    }
  }

  mutating func countRows(_ count: UInt64, of box: Box) throws(BoxFault) {
    rowsSeen += count
    if rowsSeen > Self.rows {
      throw box.fault(.tooComplex, "there are more than \(Self.rows) table rows")
    }
  }
}
