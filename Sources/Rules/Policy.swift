/// The limits that a movie must keep to be accepted.
///
/// The defaults are the product's promise: 5 s with a tolerance of 100 ms, and 10 MiB inclusive.
public struct Policy: Sendable, Equatable {
  /// The longest that a movie may last, before `tolerance` is added.
  public var maxDuration: Duration
  /// How far over `maxDuration` a movie may run: 5.100 s passes, 5.101 s does not.
  public var tolerance: Duration
  /// The most bytes allowed, inclusive.
  public var maxBytes: Int64
  /// The most pixels of any decoded picture (width × height, as coded).
  public var maxPixels: Int64
  /// The most shown frames a second; one percent over it still passes.
  public var maxFrameRate: Double
  /// The most streams a movie may have, of every kind.
  public var maxStreams: Int
  /// The most packets a movie may hold, over all streams.
  public var maxPackets: Int
  /// The processor time, in seconds, that one stage may use.
  public var maxCPUSeconds: Int
  /// The output profile.
  public var profile: Profile
  /// Whether a movie without decodable sound is refused.
  public var requireAudio: Bool
  /// Whether coded media that no player shows may be longer than the limit.
  public var allowHiddenMedia: Bool
  /// The containers that may pass.
  public var allowedContainers: Set<Container>

  public init(
    maxDuration: Duration = .seconds(5),
    tolerance: Duration = .milliseconds(100),
    maxBytes: Int64 = 10_485_760,
    maxPixels: Int64 = 33_177_600,
    maxFrameRate: Double = 240,
    maxStreams: Int = 32,
    maxPackets: Int = 20_000,
    maxCPUSeconds: Int = 20,
    profile: Profile = .low,
    requireAudio: Bool = false,
    allowHiddenMedia: Bool = true,
    allowedContainers: Set<Container> = Set(Container.allCases)
  ) {
    self.maxDuration = maxDuration
    self.tolerance = tolerance
    self.maxBytes = maxBytes
    self.maxPixels = maxPixels
    self.maxFrameRate = maxFrameRate
    self.maxStreams = maxStreams
    self.maxPackets = maxPackets
    self.maxCPUSeconds = maxCPUSeconds
    self.profile = profile
    self.requireAudio = requireAudio
    self.allowHiddenMedia = allowHiddenMedia
    self.allowedContainers = allowedContainers
  }

  /// The longest duration that still passes: the limit and its tolerance.
  public var longestAccepted: Duration { maxDuration + tolerance }
}
