/// An output profile: the box that pictures must fit, the rates, and the quality.
public enum Profile: String, Codable, Sendable, CaseIterable {
  case low
  case medium
  case high

  /// The longest side of an output picture, in pixels.
  public var longSide: Int {
    switch self {
    case .low: 640
    case .medium: 960
    case .high: 1920
    }
  }

  /// The longest short side of an output picture, in pixels.
  public var shortSide: Int {
    switch self {
    case .low: 360
    case .medium: 540
    case .high: 1080
    }
  }

  /// The most frames a second in the output; more are dropped, none are ever repeated.
  public var maxFrameRate: Int { self == .high ? 60 : 30 }

  /// The constant rate factor that H.264 is encoded with (lower is better).
  public var constantRateFactor: Int {
    switch self {
    case .low: 28
    case .medium: 26
    case .high: 23
    }
  }

  /// The rate of AAC-LC sound, in bits a second.
  public var audioBitRate: Int {
    switch self {
    case .low: 64_000
    case .medium: 96_000
    case .high: 128_000
    }
  }

  /// The highest video rate, in bits a second, at which pictures may be copied as they are.
  public var maxCopiedVideoBitRate: Int {
    switch self {
    case .low: 1_200_000
    case .medium: 2_500_000
    case .high: 8_000_000
    }
  }

  /// The most bytes of a poster.
  public var maxPosterBytes: Int {
    switch self {
    case .low: 100_000
    case .medium: 200_000
    case .high: 600_000
    }
  }
}
