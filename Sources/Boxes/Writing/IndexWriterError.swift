/// That an index cannot be written for what was asked: the track, the chunks or the payload do not
/// fit each other or the format.
public struct IndexWriterError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What does not fit.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A track has no samples.
    public static let noSamples = Self(rawValue: "no_samples")
    /// A timescale or sample rate is 0 or over 2^31 − 1.
    public static let timescale = Self(rawValue: "timescale")
    /// A side of the picture is not 1 to 65,535 pixels.
    public static let dimensions = Self(rawValue: "dimensions")
    /// The number of channels is not 1 to 65,535.
    public static let channels = Self(rawValue: "channels")
    /// A decoder configuration is empty or too long.
    public static let configuration = Self(rawValue: "configuration")
    /// A sample lasts 0 or more than 2^31 − 1 ticks.
    public static let sampleDuration = Self(rawValue: "sample_duration")
    /// A composition offset is negative, or a sound packet has one.
    public static let compositionOffset = Self(rawValue: "composition_offset")
    /// Nothing is presented, more sound than there is, or pictures for 2^31 ticks more than there
    /// are.
    public static let presentation = Self(rawValue: "presentation")
    /// The chunks do not hold each sample of each track exactly once.
    public static let chunks = Self(rawValue: "chunks")
    /// The samples' sizes do not add up to the payload.
    public static let payload = Self(rawValue: "payload")
    /// A number does not fit its field or the arithmetic.
    public static let tooLarge = Self(rawValue: "too_large")
  }

  /// What does not fit.
  public var code: Code
  /// Which track it was, nil where it was none in particular.
  public var track: WrittenChunk.Track?

  public init(_ code: Code, track: WrittenChunk.Track? = nil) {
    self.code = code
    self.track = track
  }

  /// One line without paths or user text.
  public var description: String {
    switch track {
    case nil: "index: \(code.rawValue)"
    case .video: "index: \(code.rawValue) (video)"
    case .audio: "index: \(code.rawValue) (audio)"
    }
  }
}
