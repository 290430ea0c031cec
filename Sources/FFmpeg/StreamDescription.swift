/// What the container says of one stream, before any of it is decoded.
public struct StreamDescription: Sendable {
  /// What a stream carries, by libav's media type.
  public enum Kind: Sendable {
    case video, audio, subtitle, data, attachment, unknown
  }

  public var index: Int
  /// The container's own number of the stream; the track number in MP4 and QuickTime.
  public var id: Int
  public var kind: Kind
  /// libavcodec's name of the codec, or nil where it knows none.
  public var codec: String?
  public var profile: String?
  public var timeBase: Ratio
  /// The decoder that would run, or nil where there is none or it is not allowed.
  public var decoder: String?
  /// Whether the container marks it as the one to play.
  public var isDefault: Bool
  /// Cover art or a thumbnail (`AV_DISPOSITION_ATTACHED_PIC`, `AV_DISPOSITION_TIMED_THUMBNAILS`),
  /// or a still (`AV_DISPOSITION_STILL_IMAGE`).
  public var isAttachedPicture: Bool
  /// In pixels, as the header says; 0 where it says nothing.
  public var width: Int
  public var height: Int
  /// Of the container; not positive where it says nothing.
  public var sampleAspectRatio: Ratio
  /// Guesses of the frame rate (`avg_frame_rate`, `r_frame_rate`); not positive where unknown.
  public var averageFrameRate: Ratio
  public var baseFrameRate: Ratio
  public var pixelFormat: String?
  public var color: ColorDescription
  /// Nine numbers of 16.16 and 2.30 fixed point, by `AV_PKT_DATA_DISPLAYMATRIX`; nil where absent.
  public var displayMatrix: [Int32]?
  public var hasDolbyVision: Bool
  public var isInterlaced: Bool
  /// Pictures that the decoder holds back to put them in order; 0 for sound.
  public var reorderDelay: Int
  public var channels: Int
  /// Samples a second.
  public var sampleRate: Int
  /// Samples that come before the first heard one, as the header says; 0 where it says nothing.
  public var initialPadding: Int
  /// Samples a packet where that is constant; else 0.
  public var frameSize: Int
  /// The average rate that the header claims, in bits a second; 0 where unknown.
  public var declaredBitRate: Int64
  /// What the header claims; nil where it says nothing.
  public var declaredDuration: Duration?
  /// Codec-specific set-up bytes.
  public var extradata: [UInt8]
  /// Names of the stream's metadata entries that have a value; never the values.
  public var metadataKeys: [String]
}

/// How sample values stand for colour, by libavutil's names; nil where unspecified.
public struct ColorDescription: Sendable, Equatable {
  /// `tv` or `pc`.
  public var range: String?
  public var primaries: String?
  public var transfer: String?
  public var matrix: String?

  public init(range: String?, primaries: String?, transfer: String?, matrix: String?) {
    self.range = range
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
  }
}
