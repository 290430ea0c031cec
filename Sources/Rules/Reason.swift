/// Why a movie is refused: a stable code, what was measured, and what would pass.
public struct Reason: Codable, Sendable, Equatable {
  /// A stable name of a rule; codes are added, never renamed.
  public struct Code: RawRepresentable, Codable, Sendable, Hashable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Which rule.
  public var code: Code
  /// What was measured, in `unit`.
  @Nullable public var observed: Double?
  /// The most that passes, in `unit`, before `tolerance`.
  @Nullable public var limit: Double?
  /// How far over `limit` still passes, in `unit`; nil where nothing does.
  @Nullable public var tolerance: Double?
  /// `s`, `bytes`, `pixels`, `fps`, `streams` or `packets`.
  @Nullable public var unit: String?
  /// The index of the stream at fault.
  @Nullable public var stream: Int?
  /// One sentence for people.
  public var message: String
  /// What would help, as command-line flags.
  @Nullable public var suggestion: String?

  public init(
    _ code: Code, observed: Double? = nil, limit: Double? = nil, tolerance: Double? = nil,
    unit: String? = nil, stream: Int? = nil, message: String, suggestion: String? = nil
  ) {
    self.code = code
    self.observed = observed
    self.limit = limit
    self.tolerance = tolerance
    self.unit = unit
    self.stream = stream
    self.message = message
    self.suggestion = suggestion
  }
}

extension Reason.Code {
  /// The file has no bytes.
  public static let fileEmpty = Self(rawValue: "file.empty")
  /// The file has more bytes than the policy allows.
  public static let fileTooLarge = Self(rawValue: "file.too_large")
  /// The file is missing or can't be read.
  public static let fileUnreadable = Self(rawValue: "file.unreadable")
  /// The file is not a movie of any kind known here.
  public static let notRecognized = Self(rawValue: "movie.not_recognized")
  /// The container is not among those that may pass.
  public static let formatNotAllowed = Self(rawValue: "movie.format_not_allowed")
  /// Nothing in the file is a moving picture.
  public static let noVideo = Self(rawValue: "movie.no_video")
  /// The file is one picture.
  public static let stillImage = Self(rawValue: "movie.still_image")
  /// The pictures have no decoder here, or are encrypted.
  public static let codecNotSupported = Self(rawValue: "movie.codec_not_supported")
  /// Bytes that the container names are not there.
  public static let truncated = Self(rawValue: "movie.truncated")
  /// No picture decodes, or more than a tenth does not, or the index contradicts itself.
  public static let corrupt = Self(rawValue: "movie.corrupt")
  /// Too many streams, boxes or packets.
  public static let tooComplex = Self(rawValue: "movie.too_complex")
  /// A stage took more processor time than the policy allows.
  public static let tookTooLong = Self(rawValue: "movie.took_too_long")
  /// A decoder died of the movie; kept for confined decoders, and not given yet.
  public static let crashedDecoder = Self(rawValue: "movie.crashed_decoder")
  /// What is shown, or its sound by the count of samples, lasts longer than allowed.
  public static let durationTooLong = Self(rawValue: "duration.too_long")
  /// Media that no player shows last longer than allowed, where that is refused.
  public static let durationHiddenTooLong = Self(rawValue: "duration.hidden_too_long")
  /// The trim leaves nothing.
  public static let durationNothingLeft = Self(rawValue: "duration.nothing_left")
  /// No packet tells when it is shown.
  public static let durationUnknown = Self(rawValue: "duration.unknown")
  /// A decoded picture has more pixels than allowed.
  public static let videoTooLarge = Self(rawValue: "video.too_large")
  /// More pictures a second are shown than allowed.
  public static let videoFrameRateTooHigh = Self(rawValue: "video.frame_rate_too_high")
  /// There is no sound, where that is required.
  public static let audioMissing = Self(rawValue: "audio.missing")
  /// The sound does not decode; a warning unless sound is required.
  public static let audioNotDecodable = Self(rawValue: "audio.not_decodable")
  /// No output is small enough.
  public static let outputCannotFit = Self(rawValue: "output.cannot_fit")
}

/// Something worth knowing about an accepted movie.
public struct Warning: Codable, Sendable, Equatable {
  /// Which rule.
  public var code: Reason.Code
  /// One sentence for people.
  public var message: String

  public init(_ code: Reason.Code, message: String) {
    self.code = code
    self.message = message
  }
}

extension Reason.Code {
  /// Warning: the container's header is wrong about the duration.
  public static let headerLies = Self(rawValue: "duration.header_lies")
  /// Warning: coded media that no player shows.
  public static let hiddenMedia = Self(rawValue: "duration.hidden_media")
  /// Warning: the file tells where it was recorded.
  public static let location = Self(rawValue: "privacy.location")
  /// Warning: some pictures could not be decoded.
  public static let damagedPictures = Self(rawValue: "video.damaged")
  /// Warning: some sound could not be decoded.
  public static let damagedSound = Self(rawValue: "audio.damaged")
}
