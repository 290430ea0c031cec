internal import FFmpeg
internal import Rules

/// What the samples of one picture stand for, with nothing left open, and the filters that make
/// BT.709 of it.
///
/// The picture's own word goes before the container's. What both leave open is filled by the usual
/// rule: high dynamic range is BT.2020 (ITU-R BT.2100), a BT.2020 matrix means BT.2020 primaries and
/// the other way round, and all else is BT.601 up to standard definition and BT.709 above.
struct PictureColor: Equatable {
  /// By libavutil's names; the matrix is "gbr" for red, green and blue.
  let description: ColorDescription
  /// Nil for standard dynamic range.
  let hdr: VideoFacts.HDR?
  /// Of the brightest light that the movie has, in cd/m²; of meaning only for high dynamic range.
  let peak: Int
  /// Filters that lay transparent pictures on black; none for others.
  let opaque: [String]
  /// Whether the picture is planes of luma and chroma that zimg takes as they are.
  let isPlanar: Bool

  /// - Parameter declaredPeak: what the container says of the brightest light, in cd/m².
  init(frame: borrowing Frame, movie: Movie, declaredPeak: Double?) {
    let video = movie.facts.video
    let own = frame.color
    // Where containers say nothing, facts have the first picture's word, which binds no other.
    let told = movie.container.tellsColor ? video?.color : nil
    let transfer = own.transfer ?? told?.transfer
    hdr = VideoFacts.HDR(transfer: transfer)
    let isWide = hdr != nil
    // Some writers say "gbr", which is 0, of pictures that have luma and chroma: they know nothing.
    let toldMatrix = [own.matrix, told?.matrix].compactMap(\.self).first { $0 != "gbr" }
    let toldPrimaries = own.primaries ?? told?.primaries
    let guess = frame.width >= 1280 || frame.height > 576 ? "bt709" : "smpte170m"
    let primaries =
      toldPrimaries ?? (isWide || toldMatrix?.hasPrefix("bt2020") == true ? "bt2020" : nil)
    opaque = Self.opaque(frame, video?.codec)
    // Transparent greys become RGB when they are laid on black.
    let isRGB = frame.isRGB || opaque.first?.hasPrefix("format=gbr") == true
    let matrix = isRGB ? "gbr" : toldMatrix ?? (primaries == "bt2020" ? "bt2020nc" : guess)
    // Decoders keep the format of full range where only the range changes.
    let isNamedFull = frame.pixelFormat?.hasPrefix("yuvj") == true
    let isFull =
      own.range.map { $0 == "pc" }
      ?? (isNamedFull
        || (told?.range).map { $0 == "pc" } ?? Self.isFullByNature(frame, video?.codec))
    description = ColorDescription(
      range: isFull ? "pc" : "tv", primaries: primaries, transfer: transfer, matrix: matrix)
    peak = Self.peak(hdr, frame.peakLuminance ?? declaredPeak)
    isPlanar = Self.isPlanar(frame)
  }

  /// Formats of planar YUV by libavutil's names, and pixels that a sample of chroma covers.
  private static let planarFormats = [
    "yuv420p": (2, 2), "yuv422p": (2, 1), "yuv444p": (1, 1),
    "yuvj420p": (2, 2), "yuvj422p": (2, 1), "yuvj444p": (1, 1),
    "yuv420p10le": (2, 2), "yuv422p10le": (2, 1), "yuv444p10le": (1, 1),
    "yuv420p12le": (2, 2), "yuv422p12le": (2, 1), "yuv444p12le": (1, 1),
  ]

  /// zimg wants whole samples of chroma.
  private static func isPlanar(_ frame: borrowing Frame) -> Bool {
    guard let (across, down) = frame.pixelFormat.flatMap({ planarFormats[$0] }) else {
      return false
    }
    return frame.width % across == 0 && frame.height % down == 0
  }

  /// Each colour times its opacity: what lies beneath a transparent pixel is anything.
  ///
  /// Done before pictures are scaled, else hidden colours shine through at the edges.
  private static func opaque(_ frame: borrowing Frame, _ codec: String?) -> [String] {
    // The fourth byte of uncompressed pictures is mostly left at 0, and means nothing.
    guard frame.hasAlpha, codec != "rawvideo" else { return [] }
    let format = frame.pixelFormat ?? ""
    if format.hasPrefix("yuva") || format.hasPrefix("gbrap") { return ["premultiply=inplace=1"] }
    let isDeep = frame.bitDepth.map { $0 > 8 } ?? false
    return ["format=gbrap\(isDeep ? "16le" : "")", "premultiply=inplace=1"]
  }

  /// Greys of codecs of computer graphics, which have no limited range.
  private static func isFullByNature(_ frame: borrowing Frame, _ codec: String?) -> Bool {
    frame.pixelFormat?.hasPrefix("gray") == true
      && codec.map { ["png", "qtrle", "rawvideo", "mjpeg"].contains($0) } == true
  }

  /// HLG is relative to the display, whose nominal peak is 1,000 cd/m² (ITU-R BT.2100, table 5).
  /// PQ is absolute; where nothing tells its peak it is taken for the same, as it is mostly mastered.
  private static func peak(_ hdr: VideoFacts.HDR?, _ told: Double?) -> Int {
    guard hdr == .pq, let told, told.isFinite, told > 0 else { return 1_000 }
    return Int(max(Self.white, min(10_000, told.rounded())))
  }

  /// HDR reference white in cd/m² (ITU-R BT.2408, table 1): what becomes the white of paper.
  private static let white = 203.0

  /// What a frame is told before it is filtered: the range and matrix of RGB stay as they are.
  var tags: ColorDescription {
    var tags = description
    if tags.matrix == "gbr" { tags.matrix = nil }
    return tags
  }

  /// Filters that scale a picture and make it 4:2:0 in BT.709 and limited range.
  ///
  /// The steps from one colour to another stand on the scaled picture, where they are cheapest.
  func conversion(width: Int, height: Int) -> [String] {
    opaque + scaling(width: width, height: height)
  }

  private func scaling(width: Int, height: Int) -> [String] {
    let scale = "scale=\(width):\(height):flags=bicubic"
    let matrix = description.matrix ?? "bt709"
    let range = "in_range=\(description.range ?? "tv"):out_range=tv"
    // The same curve as libswscale's, in a third of its time.
    let planar =
      isPlanar
      ? "zscale=\(width):\(height):filter=bicubic:param_a=0:param_b=0.6"
        + ":rin=\(description.range ?? "tv"):r=tv" : nil
    if isByLight { return byLight(scale, range, planar) }
    // RGB has no matrix to keep.
    if matrix == "gbr" {
      return ["\(scale):out_color_matrix=bt709:out_range=tv", "format=yuv420p"]
    }
    // The matrix is changed on YUV itself: libswscale would go through RGB of 8 bits, which takes
    // greys off by one or two and steps out of gradients.
    let source = Self.filterMatrices[matrix] ?? "bt709"
    let steps = [
      planar ?? "\(scale):in_color_matrix=\(source):out_color_matrix=\(source):\(range)",
      "format=yuv420p",
    ]
    return source == "bt709" ? steps : steps + ["colormatrix=\(source):bt709"]
  }

  /// What libavfilter's `scale` and `colormatrix` call libavutil's matrices.
  private static let filterMatrices = [
    "bt709": "bt709", "smpte170m": "smpte170m", "bt470bg": "smpte170m", "fcc": "fcc",
    "smpte240m": "smpte240m", "bt2020nc": "bt2020", "bt2020c": "bt2020",
  ]

  /// Primaries that are so much wider than BT.709's that players convert them; those of BT.601 are
  /// taken for BT.709's everywhere.
  private static let widePrimaries = [
    "bt2020": "2020", "smpte431": "smpte431", "smpte432": "smpte432",
  ]

  /// Whether other samples of the same light must be computed, not only another matrix.
  private var isByLight: Bool {
    hdr != nil || Self.widePrimaries[description.primaries ?? ""] != nil
      || Self.lightMatrices[description.matrix ?? ""] != nil
  }

  /// Matrices that only zimg knows, which changes samples by way of light.
  private static let lightMatrices = ["bt2020c": "2020_cl", "ycgco": "ycgco", "ictcp": "ictcp"]

  /// What zimg calls libavutil's matrices.
  private static let zimgMatrices = [
    "bt709": "709", "smpte170m": "170m", "bt470bg": "470bg", "fcc": "fcc",
    "smpte240m": "smpte240m", "bt2020nc": "2020_ncl",
  ].merging(lightMatrices) { one, _ in one }

  /// By way of linear light: other primaries, and for high dynamic range another brightness.
  ///
  /// `tonemap` gives all three colours of a pixel the factor of the strongest, so that hues stay and
  /// skin is not grey. Its "mobius" leaves what is darker than 0.3 of white as it is, and bends what
  /// is brighter towards the peak, which becomes the brightest output.
  private func byLight(_ scale: String, _ range: String, _ planar: String?) -> [String] {
    // RGB gets BT.709's matrix in passing; others keep theirs until zimg takes it away.
    let matrix = description.matrix ?? "bt709"
    let (from, swscale) =
      matrix == "gbr"
      ? ("709", "out_color_matrix=bt709:out_range=tv")
      : (
        Self.zimgMatrices[matrix] ?? "709", "in_color_matrix=bt709:out_color_matrix=bt709:\(range)"
      )
    let primaries = Self.widePrimaries[description.primaries ?? ""] ?? "709"
    let source = "zscale=min=\(from):pin=\(primaries):rin=tv"
    var steps = [planar ?? "\(scale):\(swscale)", "format=yuv420p10le"]
    switch hdr {
    case let hdr?:
      let white = Int(Self.white)
      steps += [
        "\(source):tin=\(hdr == .pq ? "smpte2084" : "arib-std-b67"):t=linear:npl=\(white):p=709",
        "format=gbrpf32le", "tonemap=mobius:desat=0:peak=\(Double(peak) / Self.white)",
        "zscale=t=709:r=pc",
      ]
    case nil:
      // The tone stays as it is, whatever curve the source names, like that of other sources.
      let curve = description.transfer == "iec61966-2-1" ? "iec61966-2-1" : "709"
      steps.append("\(source):tin=\(curve):t=\(curve):p=709:m=gbr:r=pc")
    }
    // What lies outside of BT.709's colours ends here, as no RGB of whole numbers holds it.
    return steps + ["format=gbrp10le", "zscale=m=709:r=tv", "format=yuv420p"]
  }
}

extension VideoFacts.HDR {
  /// By libavutil's name of a transfer function; nil for standard dynamic range.
  init?(transfer: String?) {
    switch transfer {
    case "smpte2084": self = .pq
    case "arib-std-b67": self = .hlg
    default: return nil
    }
  }
}

extension Container {
  /// Whether it has a place for what samples stand for.
  var tellsColor: Bool {
    switch self {
    case .mp4, .quicktime, .threeGP, .matroska, .webm: true
    default: false
    }
  }
}
