/// The chosen video stream, as measured.
public struct VideoFacts: Codable, Sendable, Equatable {
  /// High dynamic range transfer functions.
  public enum HDR: String, Codable, Sendable {
    case hlg, pq
  }

  /// The place among the streams, from 0.
  @Count public var index: Int
  /// libavcodec's name of the codec.
  public var codec: String
  /// The codec's profile, as "High"; nil where it has none.
  @Nullable public var profile: String?
  /// libavutil's name of the pixel format.
  @Nullable public var pixelFormat: String?
  /// Bits of one component.
  @Nullable public var bitDepth: Int?
  /// The width of a decoded picture as stored, in pixels.
  @Count public var codedWidth: Int
  /// The height of a decoded picture as stored, in pixels.
  @Count public var codedHeight: Int
  /// The width in pixels as displayed: turned upright, pixels square.
  @Count public var width: Int
  /// The height in pixels as displayed: turned upright, pixels square.
  @Count public var height: Int
  /// Degrees to turn the coded picture clockwise for display: 0, 90, 180 or 270.
  @Count public var rotation: Int
  /// Whether the picture is mirrored left to right after it was turned.
  public var mirrored: Bool
  /// Width to height of one coded pixel, as "4:3".
  public var sampleAspectRatio: String
  /// Frames that are shown.
  @Count public var frameCount: Int
  /// Shown frames over shown time, a second.
  @Nullable public var frameRate: Double?
  /// Whether the gaps between shown frames differ.
  public var variableFrameRate: Bool
  /// Whether a picture is two fields of different moments.
  public var interlaced: Bool
  /// The transfer function of high dynamic range; nil for standard range.
  @Nullable public var hdr: HDR?
  /// Whether the stream says that it carries Dolby Vision.
  public var dolbyVision: Bool
  /// What the sample values stand for.
  public var color: ColorFacts
  /// Bits a second over the shown time.
  @Nullable public var bitRate: Int64?
  /// Key frames among the shown frames.
  @Count public var keyFrames: Int
  /// When the first frame is shown, counted from the first shown thing of the movie.
  @Seconds public var start: Duration?

  public init(
    index: Int, codec: String, profile: String?, pixelFormat: String?, bitDepth: Int?,
    codedWidth: Int, codedHeight: Int, width: Int, height: Int, rotation: Int, mirrored: Bool,
    sampleAspectRatio: String, frameCount: Int, frameRate: Double?, variableFrameRate: Bool,
    interlaced: Bool, hdr: HDR?, dolbyVision: Bool, color: ColorFacts, bitRate: Int64?,
    keyFrames: Int, start: Duration?
  ) {
    self.index = index
    self.codec = codec
    self.profile = profile
    self.pixelFormat = pixelFormat
    self.bitDepth = bitDepth
    self.codedWidth = codedWidth
    self.codedHeight = codedHeight
    self.width = width
    self.height = height
    self.rotation = rotation
    self.mirrored = mirrored
    self.sampleAspectRatio = sampleAspectRatio
    self.frameCount = frameCount
    self.frameRate = frameRate
    self.variableFrameRate = variableFrameRate
    self.interlaced = interlaced
    self.hdr = hdr
    self.dolbyVision = dolbyVision
    self.color = color
    self.bitRate = bitRate
    self.keyFrames = keyFrames
    self.start = start
  }

  enum CodingKeys: String, CodingKey {
    case index, codec, profile
    case pixelFormat = "pixel_format"
    case bitDepth = "bit_depth"
    case codedWidth = "coded_width"
    case codedHeight = "coded_height"
    case width, height, rotation, mirrored
    case sampleAspectRatio = "sample_aspect_ratio"
    case frameCount = "frame_count"
    case frameRate = "frame_rate"
    case variableFrameRate = "variable_frame_rate"
    case interlaced, hdr
    case dolbyVision = "dolby_vision"
    case color
    case bitRate = "bit_rate"
    case keyFrames = "key_frames"
    case start
  }
}

/// How sample values stand for colour, by ITU-T H.273's names; nil where nothing says.
public struct ColorFacts: Codable, Sendable, Equatable {
  /// `tv` (limited) or `pc` (full).
  @Nullable public var range: String?
  @Nullable public var primaries: String?
  @Nullable public var transfer: String?
  @Nullable public var matrix: String?

  public init(range: String?, primaries: String?, transfer: String?, matrix: String?) {
    self.range = range
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
  }
}
