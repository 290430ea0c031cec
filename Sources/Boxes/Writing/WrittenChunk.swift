/// A run of samples of one track that lie side by side in the payload.
///
/// The list of an output's chunks, in file order, is how its picture and sound are interleaved.
public struct WrittenChunk: Sendable, Equatable {
  /// Whose samples a chunk holds.
  public enum Track: Sendable, Equatable {
    case video
    case audio
  }

  /// Whose samples it holds.
  public var track: Track
  /// How many of the track's next samples it holds, at least 1.
  public var sampleCount: UInt32

  public init(track: Track, sampleCount: UInt32) {
    self.track = track
    self.sampleCount = sampleCount
  }
}
