/// A movie of one colour, coded in any way, and what the right answer to it is.
package struct FlatMovie: Sendable {
  /// How samples stand for colour and how they are stored.
  package struct Coding: Sendable, CustomStringConvertible {
    package var pixelFormat: String
    package var encoder: [String]
    package var type = "mkv"
    /// By libavutil's names; tagged unless nil.
    package var primaries: String?
    package var transfer: String?
    package var matrix: String?
    /// By which the samples are made, where it is another than the tagged one.
    package var trueMatrix: String?
    package var isFull = false
    /// Of all pixels, between 0 and 1; nil for a format without.
    package var opacity: Double?
    /// The picture's size.
    package var size = "320x240"

    package init(
      _ pixelFormat: String, _ encoder: [String], type: String = "mkv", primaries: String? = nil,
      transfer: String? = nil, matrix: String? = nil, trueMatrix: String? = nil,
      isFull: Bool = false, opacity: Double? = nil, size: String = "320x240"
    ) {
      self.pixelFormat = pixelFormat
      self.encoder = encoder
      self.type = type
      self.primaries = primaries
      self.transfer = transfer
      self.matrix = matrix
      self.trueMatrix = trueMatrix
      self.isFull = isFull
      self.opacity = opacity
      self.size = size
    }

    package var description: String {
      "\(encoder.first ?? "") \(pixelFormat) \(primaries ?? "-")/\(transfer ?? "-")"
        + "/\(matrix ?? "-") \(isFull ? "full" : "limited") \(type)"
    }

    private var depth: Int {
      let digits = pixelFormat.hasSuffix("le") ? pixelFormat.dropLast(2).suffix(2) : "8"
      return Int(digits) ?? 8
    }

    private var isRGB: Bool { !pixelFormat.hasPrefix("yuv") && !pixelFormat.hasPrefix("gray") }

    /// A filter that fills pictures with the colour.
    func filter(_ color: [Double]) -> String {
      if isRGB {
        let values = color.map { Int(($0 * 255).rounded()) }
        let alpha = opacity.map { ":a=\(Int(($0 * 255).rounded()))" } ?? ""
        return "format=gbr\(opacity == nil ? "" : "a")p,"
          + "geq=r=\(values[0]):g=\(values[1]):b=\(values[2])\(alpha),format=\(pixelFormat)"
      }
      let samples = Matrix.samples(
        color, trueMatrix ?? matrix ?? "smpte170m", isFull: isFull, depth: depth
      ).map { Int($0.rounded()) }
      let alpha = opacity.map { ":a=\(Int(($0 * Double((1 << depth) - 1)).rounded()))" } ?? ""
      return "format=\(pixelFormat),"
        + "geq=lum=\(samples[0]):cb=\(samples[1]):cr=\(samples[2])\(alpha)"
        // Else ffmpeg takes them for limited ones, and stretches them.
        + (pixelFormat.hasPrefix("yuvj") ? ",setrange=pc" : "")
    }

    var tags: [String] {
      var tags = isRGB ? [] : ["-color_range", isFull ? "pc" : "tv"]
      if let primaries { tags += ["-color_primaries", primaries] }
      if let transfer { tags += ["-color_trc", transfer] }
      if let matrix { tags += ["-colorspace", matrix] }
      return tags
    }
  }

  /// YUV from red, green and blue between 0 and 1 (ITU-T H.273, 8.3).
  package enum Matrix {
    /// The weights of red and blue.
    private static let weights = [
      "smpte170m": (0.299, 0.114), "bt470bg": (0.299, 0.114), "bt709": (0.2126, 0.0722),
      "bt2020nc": (0.2627, 0.0593), "fcc": (0.30, 0.11), "smpte240m": (0.212, 0.087),
    ]

    package static func samples(
      _ color: [Double], _ matrix: String, isFull: Bool = false, depth: Int = 8
    ) -> [Double] {
      let parts = parts(color, matrix)
      let step = Double(1 << (depth - 8))
      let top = Double(1 << depth) - 1
      if isFull { return [parts[0] * top] + parts[1...].map { $0 * top + 128 * step } }
      return [(16 + 219 * parts[0]) * step] + parts[1...].map { (128 + 224 * $0) * step }
    }

    /// Between 0 and 1, and between -0.5 and 0.5; "none" takes them as they are given.
    private static func parts(_ color: [Double], _ matrix: String) -> [Double] {
      if matrix == "none" { return color }
      let (r, g, b) = (color[0], color[1], color[2])
      if matrix == "ycgco" {
        return [r / 4 + g / 2 + b / 4, g / 2 - r / 4 - b / 4, r / 2 - b / 2]
      }
      let (red, blue) = weights[matrix] ?? (0, 0)
      let luma = red * r + (1 - red - blue) * g + blue * b
      return [luma, (b - luma) / 2 / (1 - blue), (r - luma) / 2 / (1 - red)]
    }

    /// Red, green and blue between 0 and 1, clipped, of full-range YUV in BT.601's matrix, which is
    /// what a JPEG holds (ITU-T T.871, 7).
    package static func color(ofJPEG samples: [Double]) -> [Double] {
      let (y, cb, cr) = (samples[0], samples[1] - 128, samples[2] - 128)
      return [y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb]
        .map { max(0, min(1, $0 / 255)) }
    }
  }

  /// The path of ten pictures of a colour, each channel between 0 and 1.
  package static func path(
    _ color: [Double], _ coding: Coding, more: [String] = []
  ) throws -> String {
    try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "color=black:s=\(coding.size):r=25:d=0.4", "-vf", coding.filter(color),
        "-c:v",
      ] + coding.encoder + ["-pix_fmt", coding.pixelFormat] + coding.tags + more,
      type: coding.type)
  }

  /// The samples in the middle of the first picture of a movie or poster, as they are stored.
  package static func samples(_ path: String, as format: String = "yuv420p") throws -> [Double] {
    let probe = try FFprobe(path).videos.first
    let width = probe?["width"].int ?? 0
    let height = probe?["height"].int ?? 0
    let data = [UInt8](
      try Tool.ffmpeg.output([
        "-nostdin", "-v", "error", "-i", Tool.fileURL(path), "-map", "0:V:0", "-frames:v", "1",
        "-pix_fmt", format, "-f", "rawvideo", "-",
      ]))
    let half = (width + 1) / 2 * ((height + 1) / 2)
    guard width > 0, height > 0, data.count == width * height + 2 * half else { return [] }
    let chroma = height / 4 * ((width + 1) / 2) + width / 4
    return [
      data[height / 2 * width + width / 2], data[width * height + chroma],
      data[width * height + half + chroma],
    ].map(Double.init)
  }
}
