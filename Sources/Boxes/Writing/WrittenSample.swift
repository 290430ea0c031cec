/// One coded picture or sound packet of an output, as its index describes it.
///
/// Samples are listed in decode order; where their bytes lie follows from the chunks
/// (``WrittenChunk``), so a sample knows only its size.
public struct WrittenSample: Sendable, Equatable {
  /// How many bytes of the payload it takes.
  public var size: UInt32
  /// Ticks of the track's timescale from its decode time to the next one's, 1 to 2^31 − 1.
  public var duration: UInt32
  /// Ticks from its decode time to its presentation time, never negative; 0 for sound.
  public var compositionOffset: Int32
  /// Whether decoding may begin here.
  public var isSync: Bool

  public init(size: UInt32, duration: UInt32, compositionOffset: Int32 = 0, isSync: Bool = true) {
    self.size = size
    self.duration = duration
    self.compositionOffset = compositionOffset
    self.isSync = isSync
  }
}
