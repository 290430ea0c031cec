/// The chosen audio stream, as measured.
public struct AudioFacts: Codable, Sendable, Equatable {
  /// The place among the streams, from 0.
  @Count public var index: Int
  /// libavcodec's name of the codec.
  public var codec: String
  /// The codec's profile, as "LC"; nil where it has none.
  @Nullable public var profile: String?
  /// Channels, as the decoder puts out.
  @Count public var channels: Int
  /// Samples a second, as the decoder puts out.
  @Count public var sampleRate: Int
  /// Bits a second over the shown time.
  @Nullable public var bitRate: Int64?
  /// When the sound starts, counted from the first shown thing of the movie.
  @Seconds public var start: Duration?
  /// How long the sound is presented.
  @Seconds public var duration: Duration?

  public init(
    index: Int, codec: String, profile: String?, channels: Int, sampleRate: Int, bitRate: Int64?,
    start: Duration?, duration: Duration?
  ) {
    self.index = index
    self.codec = codec
    self.profile = profile
    self.channels = channels
    self.sampleRate = sampleRate
    self.bitRate = bitRate
    self.start = start
    self.duration = duration
  }

  enum CodingKeys: String, CodingKey {
    case index, codec, profile, channels
    case sampleRate = "sample_rate"
    case bitRate = "bit_rate"
    case start, duration
  }
}
