/// What the container says of one stream, before any of it is decoded.
public struct StreamDescription: Sendable {
  /// What a stream carries, by libav's media type.
  public enum Kind: Sendable {
    case video, audio, subtitle, data, attachment, unknown
  }

  /// The place among the demuxer's streams, from 0.
  public var index: Int
  /// The container's own number of the stream; the track number in MP4 and QuickTime.
  public var id: Int
  /// What it carries.
  public var kind: Kind
  /// libavcodec's name of the codec, or nil where it knows none.
  public var codec: String?
  /// The codec's profile by libavcodec's name; nil where it has none.
  public var profile: String?
  /// The length of a tick, in seconds.
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
  /// In pixels, as the header says; 0 where it says nothing.
  public var height: Int
  /// Of the container; not positive where it says nothing.
  public var sampleAspectRatio: Ratio
  /// The average rate (`avg_frame_rate`); not positive where unknown.
  public var averageFrameRate: Ratio
  /// The lowest rate that can stamp every picture (`r_frame_rate`); not positive where unknown.
  public var baseFrameRate: Ratio
  /// libavutil's name of the pixel format; nil where unknown.
  public var pixelFormat: String?
  /// What sample values stand for, as the coded pictures say, and where they don't, as the container
  /// does.
  public var color: ColorDescription
  /// The brightest light that the container tells of, in cd/m² (`AV_PKT_DATA_CONTENT_LIGHT_LEVEL`,
  /// else `AV_PKT_DATA_MASTERING_DISPLAY_METADATA`); nil where absent.
  public var peakLuminance: Double?
  /// Nine numbers of 16.16 and 2.30 fixed point, by `AV_PKT_DATA_DISPLAYMATRIX`; nil where absent.
  public var displayMatrix: [Int32]?
  /// Whether it has a Dolby Vision configuration (`AV_PKT_DATA_DOVI_CONF`).
  public var hasDolbyVision: Bool
  /// Whether only decoders of Dolby Vision can show it: its profile is 5, or 10 without a compatible
  /// base layer (Dolby Vision Streams Within the ISO Base Media File Format, 3.2).
  public var needsDolbyVision = false
  /// Whether the header says that pictures are two fields.
  public var isInterlaced: Bool
  /// Whether the header says that the upper field is shown first; false for progressive pictures.
  public var isTopFieldFirst = false
  /// Pictures that the decoder holds back to put them in order; 0 for sound.
  public var reorderDelay: Int
  /// Channels of sound, as the header says; 0 where it says nothing.
  public var channels: Int
  /// Samples a second.
  public var sampleRate: Int
  /// Samples that come before the first heard one, as the header says; 0 where it says nothing.
  public var initialPadding: Int
  /// Samples a packet where that is constant; else 0.
  public var frameSize: Int
  /// Codec-specific set-up bytes.
  public var extradata: [UInt8]
  /// Names of the stream's metadata entries that have a value; never the values.
  public var metadataKeys: [String]
}

/// How sample values stand for colour, by libavutil's names; nil where unspecified.
public struct ColorDescription: Sendable, Equatable {
  /// `tv` or `pc`.
  public var range: String?
  /// Which red, green and blue.
  public var primaries: String?
  /// How values become light.
  public var transfer: String?
  /// How YUV comes from RGB.
  public var matrix: String?

  public init(
    range: String? = nil, primaries: String? = nil, transfer: String? = nil, matrix: String? = nil
  ) {
    self.range = range
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
  }

  /// Takes over what this leaves open.
  public mutating func fill(from other: ColorDescription) {
    range = range ?? other.range
    primaries = primaries ?? other.primaries
    transfer = transfer ?? other.transfer
    matrix = matrix ?? other.matrix
  }
}
