internal import FFmpeg
internal import Rules

/// How one picture becomes an output picture: the filters, and what its sample values stand for.
struct PictureRecipe {
  /// Filters as libavfilter writes them.
  let chain: String
  /// What the sample values stand for, where stream and picture left it open by the usual rule.
  let color: ColorDescription

  /// - Parameter firstAspect: the sample aspect ratio that the movie's first picture itself has.
  init(frame: borrowing Frame, movie: Movie, output: PictureSize, firstAspect: Ratio) {
    let video = movie.facts.video
    let own = frame.color
    let range = own.range ?? video?.color.range
    let isFull = range == "pc" || frame.pixelFormat?.hasPrefix("yuvj") == true
    // Untagged pictures: BT.601 up to standard definition, BT.709 above (ITU-R BT.601, BT.709).
    let guess = frame.width >= 1280 || frame.height > 576 ? "bt709" : "smpte170m"
    let isRGB = frame.isRGB
    let matrix = isRGB ? "gbr" : own.matrix ?? video?.color.matrix ?? guess
    color = ColorDescription(
      range: isFull ? "pc" : "tv", primaries: own.primaries ?? video?.color.primaries,
      transfer: own.transfer ?? video?.color.transfer, matrix: isRGB ? nil : matrix)
    let orientation = Orientation(
      rotation: video?.rotation ?? 0, isMirrored: video?.mirrored ?? false)
    let picture = video.map { Self.size(of: frame, in: $0, firstAspect, output) } ?? output
    let width = orientation.swapsSides ? picture.height : picture.width
    let height = orientation.swapsSides ? picture.width : picture.height
    var steps: [String]
    if let hdr = video?.hdr {
      steps = Self.toneMapping(hdr, width: width, height: height) + ["format=yuv420p"]
    } else {
      steps = Self.scaling(from: matrix, width: width, height: height)
    }
    // Turning is cheapest on the small picture.
    switch orientation.rotation {
    case 90: steps.append("transpose=clock")
    case 180: steps += ["hflip", "vflip"]
    case 270: steps.append("transpose=cclock")
    default: break
    }
    if orientation.isMirrored { steps.append("hflip") }
    if picture != output {
      steps.append("pad=\(output.width):\(output.height):(ow-iw)/2:(oh-ih)/2:black")
    }
    // A chain of no filter but scale may pass the sample aspect ratio on; pixels are square now.
    steps.append("setsar=1")
    chain = steps.joined(separator: ",")
  }

  /// The size of an upright picture inside the output, whose size is that of the first one.
  ///
  /// Streams change their size on the way: a phone is turned in a call, a sender saves bandwidth.
  /// Such pictures keep their shape and fill the output as far as that allows.
  private static func size(
    of frame: borrowing Frame, in video: VideoFacts, _ firstAspect: Ratio, _ output: PictureSize
  ) -> PictureSize {
    let own = frame.sampleAspectRatio
    // The container's word, which facts have, goes for pictures that say nothing new of themselves.
    let hasNewAspect = own.isPositive && own != firstAspect
    guard frame.width != video.codedWidth || frame.height != video.codedHeight || hasNewAspect
    else { return output }
    let aspect =
      hasNewAspect
      ? SampleAspectRatio(numerator: Int(own.numerator), denominator: Int(own.denominator))
      : SampleAspectRatio(video.sampleAspectRatio)
    return PictureSize(
      codedWidth: frame.width, codedHeight: frame.height, sampleAspectRatio: aspect,
      rotation: video.rotation
    ).fitted(into: output)
  }

  /// Scaled, limited in range, and to BT.709's matrix.
  ///
  /// The matrix is changed on YUV itself: libswscale would go through RGB of 8 bits, which takes
  /// greys off by one or two and steps out of gradients.
  private static func scaling(from matrix: String, width: Int, height: Int) -> [String] {
    let scale = "scale=\(width):\(height):flags=bicubic"
    // RGB has no matrix to keep.
    guard matrix != "gbr" else {
      return ["\(scale):out_color_matrix=bt709:out_range=tv", "format=yuv420p"]
    }
    let source = filterMatrices[matrix] ?? "bt709"
    let steps = [
      "\(scale):in_color_matrix=\(source):out_color_matrix=\(source):out_range=tv",
      "format=yuv420p",
    ]
    return source == "bt709" ? steps : steps + ["colormatrix=\(source):bt709"]
  }

  /// What libavfilter's `scale` and `colormatrix` call libavutil's matrices.
  private static let filterMatrices = [
    "bt709": "bt709", "smpte170m": "smpte170m", "bt470bg": "smpte170m", "fcc": "fcc",
    "smpte240m": "smpte240m", "bt2020nc": "bt2020", "bt2020c": "bt2020",
  ]

  /// High dynamic range to BT.709, on the scaled picture.
  private static func toneMapping(
    _ hdr: VideoFacts.HDR, width: Int, height: Int
  ) -> [String] {
    let transfer = hdr == .pq ? "smpte2084" : "arib-std-b67"
    return [
      "scale=\(width):\(height):flags=bicubic", "format=yuv420p10le",
      "zscale=tin=\(transfer):min=2020_ncl:pin=2020:rin=tv:t=linear:npl=203", "format=gbrpf32le",
      "zscale=p=709", "tonemap=tonemap=hable:desat=0", "zscale=t=709:m=709:r=tv",
    ]
  }
}
