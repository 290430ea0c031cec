internal import FFmpeg
internal import Rules

/// One run of `Pipeline.image`: a stranger's picture, made as small as posts show it.
struct ImageShrinking {
  let file: InputFile
  let policy: Policy

  /// The picture as a JPEG file, and how high it is.
  ///
  /// - Throws: `Refusal`, or what keeps us from telling.
  func run() throws -> (bytes: [UInt8], height: Int) {
    guard file.size <= policy.maxBytes else {
      throw Refusal([
        Reason(
          .fileTooLarge, observed: Double(file.size), limit: Double(policy.maxBytes), unit: "bytes",
          message: "The picture has \(file.size) bytes; at most \(policy.maxBytes) are allowed.")
      ])
    }
    let still = try StillFile(try file.read(at: 0, count: Int(file.size)))
    let size = try Self.size(of: still, policy)
    // libavcodec counts rows as long as their lines of memory are.
    let pixels = Int64(still.width + 64) * Int64(still.height)
    var picture = try Decoder.picture(still.format, still.picture, maxPixels: pixels)
    guard !picture.isDamaged, picture.width == still.width, picture.height == still.height else {
      throw StillFile.corrupt
    }
    if let formats = still.pixelFormats {
      guard let format = picture.pixelFormat, formats.contains(format) else {
        throw StillFile.unsupported
      }
    }
    // JFIF has full range, and so have the greys of PNG.
    picture.setColor(ColorDescription(range: "pc"))
    var graph = try PictureGraph(
      PictureGraph.Input(
        width: picture.width, height: picture.height, pixelFormat: picture.pixelFormat ?? "",
        timeBase: Ratio(1, 25)),
      chain: Self.chain(for: picture, still, size))
    let small = try graph.only(picture)
    let jpeg = try JPEGPicture(
      small, matrix: "smpte170m", range: "pc", maxBytes: Int(ImageReport.maxBytes))
    guard jpeg.bytes.count <= ImageReport.maxBytes else {
      throw Refusal(.outputCannotFit, "The picture can't be made small enough.")
    }
    return (jpeg.bytes, small.height)
  }

  /// The size of the small picture before it is turned; no side is 0.
  private static func size(
    of still: StillFile, _ policy: Policy
  ) throws(Refusal) -> (width: Int, height: Int) {
    // Sides are less than 2^31.
    let pixels = Int64(still.width) * Int64(still.height)
    guard pixels <= policy.maxPixels else {
      throw Refusal([
        Reason(
          .videoTooLarge, observed: Double(pixels), limit: Double(policy.maxPixels),
          unit: "pixels",
          message: "The picture has \(pixels) pixels; at most \(policy.maxPixels) are allowed.")
      ])
    }
    let isTurned = still.orientation.swapsSides
    let (across, down) = isTurned ? (still.height, still.width) : (still.width, still.height)
    let width = ImageReport.width
    let height = max(1, (width * down + across / 2) / across)
    guard height <= ImageReport.maxHeight else {
      throw Refusal([
        Reason(
          .videoTooLarge, observed: Double(height * width),
          limit: Double(ImageReport.maxHeight * width), unit: "pixels",
          message: "The picture is far too high for its width.")
      ])
    }
    return isTurned ? (height, width) : (width, height)
  }

  /// Filters that scale the picture, lay it on white, and turn it upright.
  private static func chain(
    for picture: borrowing Frame, _ still: StillFile, _ size: (width: Int, height: Int)
  ) -> String {
    let scale = "scale=\(size.width):\(size.height):flags=\(flags)"
    let depth = picture.bitDepth.map { $0 > 8 } == true ? "16le" : ""
    var steps: [String]
    if still.mayHaveAlpha, picture.hasAlpha {
      // On white: the negative of each colour times its opacity, and the negative of that. Scaled in
      // between, since what lies beneath a transparent pixel is anything.
      steps = [
        "scale=in_range=pc:flags=\(flags)", "format=gbrap\(depth)", "negate",
        "premultiply=inplace=1", scale, "format=gbrp\(depth)", "negate",
      ]
    } else if picture.isRGB {
      steps = [scale, "format=gbrp\(depth)"]
    } else {
      // Neither matrix nor range changes.
      steps = [
        "\(scale):in_color_matrix=smpte170m:in_range=pc:out_color_matrix=smpte170m:out_range=pc",
        "format=yuv444p",
      ]
    }
    if still.isDisplayP3 { steps += displayP3 }
    return (steps + still.orientation.filters + ["setsar=1"]).joined(separator: ",")
  }

  private static let flags = "bicubic+accurate_rnd+full_chroma_int+full_chroma_inp"

  /// From Display P3's colours to sRGB's; both have the same curve.
  private static let displayP3 = [
    "scale=in_color_matrix=smpte170m:in_range=pc:flags=\(flags)", "format=gbrp",
    "zscale=min=gbr:rin=pc:pin=smpte432:tin=iec61966-2-1:m=gbr:r=pc:p=709:t=iec61966-2-1",
    "format=gbrp",
  ]
}
