/// What a movie is, as measured from its packets and pictures.
///
/// A name that starts with `declared` is what a header says; no verdict rests on it.
public struct Facts: Codable, Sendable, Equatable {
  /// The size of the file, in bytes.
  @Count public var bytes: Int64
  /// The kind of file, by its content.
  public var container: Container
  /// The major brand of an MP4 or QuickTime file, four characters.
  @Nullable public var brand: String?
  /// Whether the index precedes the media (MP4 and QuickTime; false elsewhere).
  public var fastStart: Bool
  /// Whether the movie is made of fragments (MP4 and QuickTime; false elsewhere).
  public var fragmented: Bool
  /// The clocks.
  public var duration: DurationFacts
  /// The chosen video stream, or nil.
  @Nullable public var video: VideoFacts?
  /// The chosen audio stream, or nil.
  @Nullable public var audio: AudioFacts?
  /// Every stream, in the order of the container.
  @Listed public var streams: [StreamFacts]
  /// Which private metadata there are.
  public var metadata: MetadataFacts

  public init(
    bytes: Int64, container: Container, brand: String?, fastStart: Bool, fragmented: Bool,
    duration: DurationFacts, video: VideoFacts?, audio: AudioFacts?, streams: [StreamFacts],
    metadata: MetadataFacts
  ) {
    self.bytes = bytes
    self.container = container
    self.brand = brand
    self.fastStart = fastStart
    self.fragmented = fragmented
    self.duration = duration
    self.video = video
    self.audio = audio
    self.streams = streams
    self.metadata = metadata
  }

  enum CodingKeys: String, CodingKey {
    case bytes, container, brand
    case fastStart = "fast_start"
    case fragmented, duration, video, audio, streams, metadata
  }
}

/// The clocks of a movie; `presented` is the one that is judged.
public struct DurationFacts: Codable, Sendable, Equatable {
  /// What the container's header says.
  @Seconds public var declared: Duration?
  /// From the earliest start to the latest end of what a player presents, measured.
  @Seconds public var presented: Duration?
  /// The same over all coded media, edit lists ignored.
  @Seconds public var stored: Duration?
  /// Samples of the presented sound over the decoder's output rate.
  @Seconds public var audioClock: Duration?

  public init(
    declared: Duration?, presented: Duration?, stored: Duration?, audioClock: Duration?
  ) {
    self.declared = declared
    self.presented = presented
    self.stored = stored
    self.audioClock = audioClock
  }

  enum CodingKeys: String, CodingKey {
    case declared, presented, stored
    case audioClock = "audio_clock"
  }
}

/// One stream of any kind.
public struct StreamFacts: Codable, Sendable, Equatable {
  /// What a stream carries.
  public enum Kind: String, Codable, Sendable {
    case video, audio, subtitle, data, attachment, unknown
  }

  /// The place among the streams, from 0.
  @Count public var index: Int
  /// What it carries.
  public var kind: Kind
  /// The codec's short name as libavcodec has it, or nil where it is unknown.
  @Nullable public var codec: String?
  /// The span of the stream's presented packets.
  @Seconds public var duration: Duration?
  /// Whether this build has a decoder for it that is allowed to run.
  public var decodable: Bool
  /// Whether the stream is cover art or a thumbnail, never a movie.
  public var attachedPicture: Bool

  public init(
    index: Int, kind: Kind, codec: String?, duration: Duration?, decodable: Bool,
    attachedPicture: Bool
  ) {
    self.index = index
    self.kind = kind
    self.codec = codec
    self.duration = duration
    self.decodable = decodable
    self.attachedPicture = attachedPicture
  }

  enum CodingKeys: String, CodingKey {
    case index, kind, codec, duration, decodable
    case attachedPicture = "attached_picture"
  }
}

/// Whether a movie carries things that tell of its owner; never the things themselves.
public struct MetadataFacts: Codable, Sendable, Equatable {
  /// Whether the file tells where it was recorded.
  public var location: Bool
  /// Whether the file names the maker of the device.
  public var make: Bool
  /// Whether the file names the device.
  public var model: Bool
  /// Whether the file tells when it was made.
  public var created: Bool

  public init(location: Bool, make: Bool, model: Bool, created: Bool) {
    self.location = location
    self.make = make
    self.model = model
    self.created = created
  }
}
