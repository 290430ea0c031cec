internal import Foundation
internal import TestSupport
internal import Testing

/// Flat colours in every layout, depth, matrix, range and set of primaries, against the formulas.
@Suite(.readers) struct ColourValueTests {
  /// How a colour of the source becomes one of BT.709.
  enum Meaning {
    /// The same red, green and blue.
    case same
    /// Only the light that is left of it on black.
    case shade(Double)
    /// By primaries that are wider, and the curve that takes samples to light.
    case wide([[Double]], gamma: Gamma)

    enum Gamma {
      /// ITU-R BT.1886.
      case display
      /// IEC 61966-2-1.
      case sRGB

      func light(_ value: Double) -> Double {
        switch self {
        case .display: pow(value, 2.4)
        case .sRGB: value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
      }

      func value(_ light: Double) -> Double {
        switch self {
        case .display: pow(light, 1 / 2.4)
        case .sRGB: light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        }
      }
    }

    func color(_ color: [Double]) -> [Double] {
      switch self {
      case .same: return color
      case .shade(let opacity): return color.map { $0 * opacity }
      case .wide(let rows, let gamma):
        let light = color.map(gamma.light)
        return rows.map { row in
          gamma.value(max(0, min(1, zip(row, light).reduce(0) { $0 + $1.0 * $1.1 })))
        }
      }
    }
  }

  /// To BT.709's primaries, from those of BT.2020 and of P3 with D65 (SMPTE RP 177's derivation).
  private static let fromBT2020 = [
    [1.660491, -0.587641, -0.072850], [-0.124550, 1.132900, -0.008349],
    [-0.018151, -0.100579, 1.118730],
  ]
  private static let fromP3 = [
    [1.224940, -0.224940, 0], [-0.042057, 1.042057, 0], [-0.019638, -0.078636, 1.098274],
  ]

  private static let x264 = ["libx264", "-qp", "1"]
  private static let x265 = [
    "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:qp=1",
  ]

  static let codings: [(coding: FlatMovie.Coding, meaning: Meaning)] = [
    // Range.
    (.init("yuv420p", x264, matrix: "bt709", isFull: true), .same),
    (.init("yuv420p10le", x264, matrix: "bt709", isFull: true), .same),
    (.init("yuv444p", x264, matrix: "smpte170m", isFull: true), .same),
    (.init("yuvj420p", ["mjpeg", "-q:v", "1"], type: "avi", isFull: true), .same),
    // Matrices, and none: BT.601 up to standard definition.
    (.init("yuv420p", x264, matrix: "bt470bg"), .same),
    (.init("yuv420p", x264, matrix: "smpte240m"), .same),
    (.init("yuv420p", x264, matrix: "fcc"), .same),
    (.init("yuv444p", x264, matrix: "ycgco"), .same),
    (.init("yuv420p", x264, trueMatrix: "smpte170m", size: "720x576"), .same),
    (.init("yuv420p", x264, trueMatrix: "bt709", size: "1280x720"), .same),
    (.init("yuv420p", x264, trueMatrix: "bt709", size: "720x1280"), .same),
    // Depths and layouts.
    (.init("yuv420p10le", x264, matrix: "bt709"), .same),
    (.init("yuv422p", x264, matrix: "bt709"), .same),
    (.init("yuv422p10le", x264, matrix: "smpte170m"), .same),
    (.init("yuv444p", x264, matrix: "bt709"), .same),
    (.init("yuv420p12le", x265, matrix: "bt709"), .same),
    (.init("yuv422p12le", x265, matrix: "bt709"), .same),
    (.init("yuv444p12le", x265, matrix: "smpte170m"), .same),
    (.init("yuv422p10le", ["prores_ks"], type: "mov"), .same),
    // The matrix of red, green and blue, which luma and chroma can't have.
    (
      .init(
        "yuv420p", x264 + ["-bsf:v", "h264_metadata=matrix_coefficients=0"], trueMatrix: "bt709",
        size: "1280x720"), .same
    ),
    // Red, green and blue, and palettes.
    (.init("rgb24", ["libx264rgb", "-qp", "1"]), .same),
    (.init("gbrp10le", x265), .same),
    (.init("rgb24", ["qtrle"], type: "mov"), .same),
    (.init("rgb24", ["png"], type: "mov"), .same),
    (.init("rgb48be", ["png"], type: "mov"), .same),
    (.init("bgr24", ["rawvideo"], type: "avi"), .same),
    // Uncompressed pictures leave their fourth byte at 0.
    (.init("bgra", ["rawvideo"], type: "avi", opacity: 0), .same),
    // Transparent, on black.
    (.init("rgba", ["png"], type: "mov", opacity: 0.5), .shade(0.5)),
    (.init("rgba", ["png"], type: "mov", opacity: 1), .same),
    (.init("argb", ["qtrle"], type: "mov", opacity: 0.25), .shade(0.25)),
    (.init("yuva444p10le", ["prores_ks"], type: "mov", opacity: 0.5), .shade(0.5)),
    (.init("yuva444p10le", ["prores_ks"], type: "mov", opacity: 0), .shade(0)),
    (.init("yuva420p", ["libvpx-vp9"], type: "webm", opacity: 0.5), .shade(0.5)),
    (.init("yuva420p", ["libvpx-vp9"], type: "webm", opacity: 0), .shade(0)),
    (.init("yuva420p", ["libvpx", "-auto-alt-ref", "0"], type: "webm", opacity: 0.5), .shade(0.5)),
    // Other primaries, and what players take for the same.
    (
      .init("yuv420p", x264, primaries: "smpte170m", transfer: "smpte170m", matrix: "smpte170m"),
      .same
    ),
    (
      .init(
        "yuv420p10le", x264, primaries: "bt2020", transfer: "bt2020-10", matrix: "bt2020nc"),
      .wide(fromBT2020, gamma: .display)
    ),
    (.init("yuv420p10le", x264, matrix: "bt2020nc"), .wide(fromBT2020, gamma: .display)),
    (
      .init("yuv420p", x264, primaries: "bt2020", transfer: "bt709", trueMatrix: "bt2020nc"),
      .wide(fromBT2020, gamma: .display)
    ),
    (
      .init("yuv420p10le", x264, primaries: "smpte432", transfer: "bt709", matrix: "bt709"),
      .wide(fromP3, gamma: .display)
    ),
    (
      .init(
        "yuv420p", x264, primaries: "smpte432", transfer: "iec61966-2-1", matrix: "bt709",
        isFull: true), .wide(fromP3, gamma: .sRGB)
    ),
  ]

  private static let colors: [[Double]] = [
    [0.6, 0.3, 0.2], [0.15, 0.65, 0.3], [1, 1, 1],
  ]

  @Test(arguments: 0..<41, 0..<3)
  func `a colour of any coding becomes the values that the formulas give`(
    coding: Int, color: Int
  ) throws {
    let (coding, meaning) = Self.codings[coding]
    let processed = try Clipgate.process(try FlatMovie.path(Self.colors[color], coding))
    try #require(processed.isAccepted, "\(coding): \(processed.summary)")
    let right = meaning.color(Self.colors[color])
    let found = try FlatMovie.samples(processed.movie)
    let wanted = FlatMovie.Matrix.samples(right, "bt709")
    #expect(
      found.count == 3 && zip(found, wanted).allSatisfy { abs($0 - $1) <= 4 },
      "\(coding): \(found), not \(wanted)")
    // JFIF is of full range: black is 0 and white 255.
    let poster = FlatMovie.Matrix.color(
      ofJPEG: try FlatMovie.samples(processed.poster, as: "yuvj420p"))
    #expect(
      zip(poster, right).allSatisfy { abs($0 - $1) * 255 <= 6 },
      "\(coding): \(poster), not \(right)")
    let video = try #require(try FFprobe(processed.movie).videos.first)
    let tags = ["pix_fmt", "color_range", "color_primaries", "color_transfer", "color_space"]
    #expect(tags.map { video[$0].string } == ["yuv420p", "tv", "bt709", "bt709", "bt709"])
  }

  @Test func `every coding is tested`() { #expect(Self.codings.count == 41) }
}
