internal import Foundation
internal import TestSupport
internal import Testing

/// Movies of high dynamic range, shown in standard range.
@Suite(.readers) struct HDRTests {
  /// Light in cd/m² of BT.2020's red, green and blue, and the rules that it goes by.
  private enum Light {
    /// What becomes white: HDR reference white (ITU-R BT.2408).
    static let white = 203.0

    /// Samples of PQ (ITU-R BT.2100, table 4).
    static func pq(_ light: [Double]) -> [Double] {
      light.map {
        let y = pow($0 / 10_000, 2610.0 / 16384)
        return pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375)
      }
    }

    /// Samples of PQ as brightness and two opponent colours (ITU-R BT.2100, table 7).
    static func ictcp(_ light: [Double]) -> [Double] {
      func sum(_ weights: [Double], _ values: [Double]) -> Double {
        zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / 4096
      }
      let cones = pq([
        sum([1688, 2146, 262], light), sum([683, 2951, 462], light), sum([99, 309, 3688], light),
      ])
      return [
        sum([2048, 2048, 0], cones), sum([6610, -13613, 7003], cones),
        sum([17933, -17390, -543], cones),
      ]
    }

    /// Samples of HLG on a display of 1,000 cd/m² (ITU-R BT.2100, table 5).
    static func hlg(_ light: [Double]) -> [Double] {
      let luminance = (0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2]) / 1_000
      let scene = light.map { luminance > 0 ? $0 / 1_000 * pow(luminance, -0.2 / 1.2) : 0 }
      return scene.map {
        $0 <= 1.0 / 12 ? sqrt(3 * $0) : 0.17883277 * log(12 * $0 - 0.28466892) + 0.55991073
      }
    }

    /// BT.709's samples of that light, where the brightest of the movie is `peak`.
    static func standard(_ light: [Double], peak: Double) -> [Double] {
      let (r, g, b) = (light[0] / white, light[1] / white, light[2] / white)
      // ITU-R BT.2407, 2.
      let linear = [
        1.6605 * r - 0.5876 * g - 0.0728 * b, -0.1246 * r + 1.1329 * g - 0.0083 * b,
        -0.0182 * r - 0.1006 * g + 1.1187 * b,
      ]
      let strongest = linear.max() ?? 0
      let factor = strongest > 0 ? bent(strongest, peak / white) / strongest : 1
      return linear.map { pow(max(0, min(1, $0 * factor)), 1 / 2.4) }
    }

    /// What is darker than 0.3 stays; above, a Möbius transformation that goes on as steeply and
    /// takes `peak` to 1.
    private static func bent(_ value: Double, _ peak: Double) -> Double {
      let knee = 0.3
      guard value > knee else { return value }
      let a = -knee * knee * (peak - 1) / (knee * knee - 2 * knee + peak)
      let b = (knee * knee - 2 * knee * peak + peak) / (peak - 1)
      return (b * b + 2 * b * knee + knee * knee) / (b - a) * (value + a) / (value + b)
    }
  }

  /// Dark, a grey card in sunlight, skin, paper, a lamp; a leaf and the sky.
  private static let lights: [[Double]] = [
    [2, 2, 2], [26, 26, 26], [80, 55, 42], [203, 203, 203], [700, 700, 700], [40, 70, 25],
    [90, 130, 220],
  ]

  private static let x265 = ["libx265", "-preset", "ultrafast", "-crf", "2"]
  private static let quiet = ["-x265-params", "log-level=none"]

  /// Ways to say that samples are HLG or PQ, and the brightest light that each tells.
  private static let codings: [(coding: FlatMovie.Coding, more: [String], peak: Double)] = [
    (
      .init(
        "yuv420p10le", x265, primaries: "bt2020", transfer: "arib-std-b67", matrix: "bt2020nc"),
      quiet, 1_000
    ),
    (
      .init("yuv420p10le", x265, primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc"),
      quiet, 1_000
    ),
    // Only the transfer is told.
    (.init("yuv420p10le", x265, transfer: "arib-std-b67", trueMatrix: "bt2020nc"), quiet, 1_000),
    (.init("yuv420p10le", x265, transfer: "smpte2084", trueMatrix: "bt2020nc"), quiet, 1_000),
    // Full range, in other layouts and depths.
    (
      .init(
        "yuv420p10le", x265, primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc",
        isFull: true), quiet, 1_000
    ),
    (
      .init(
        "yuv422p10le", x265, primaries: "bt2020", transfer: "arib-std-b67", matrix: "bt2020nc"),
      quiet, 1_000
    ),
    (
      .init("yuv444p12le", x265, primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc"),
      quiet, 1_000
    ),
    (
      .init(
        "yuv422p10le", ["prores_ks"], type: "mov", primaries: "bt2020", transfer: "arib-std-b67",
        matrix: "bt2020nc"), [], 1_000
    ),
    // A peak from the brightest pixel, and from the display that it was made on.
    (
      .init("yuv420p10le", x265, primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc"),
      ["-x265-params", "log-level=none:max-cll=4000,400"], 4_000
    ),
    (
      .init("yuv420p10le", x265, primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc"),
      [
        "-x265-params",
        "log-level=none:master-display=G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)"
          + "L(20000000,50)",
      ], 2_000
    ),
    // Brightness and opponent colours.
    (
      .init(
        "yuv420p10le", x265, primaries: "bt2020", transfer: "smpte2084", matrix: "ictcp",
        trueMatrix: "none"), quiet, 1_000
    ),
  ]

  /// All light in plain HLG and PQ; skin and a lamp in the other codings.
  private static let pairs = codings.indices.flatMap { coding in
    (coding < 2 ? Array(0..<7) : [2, 4]).map { (coding, $0) }
  }

  @Test(arguments: pairs)
  func `light of any coding becomes the values that the formulas give`(
    coding: Int, light: Int
  ) throws {
    let (coding, more, peak) = Self.codings[coding]
    let light = Self.lights[light]
    let color =
      coding.matrix == "ictcp"
      ? Light.ictcp(light) : coding.transfer == "smpte2084" ? Light.pq(light) : Light.hlg(light)
    let path = try FlatMovie.path(color, coding, more: more)
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    let right = Light.standard(light, peak: peak)
    let found = try FlatMovie.samples(processed.movie)
    let wanted = FlatMovie.Matrix.samples(right, "bt709")
    // zimg bends HLG's light colour by colour, not by its luminance, which makes strong colours a
    // little stronger; decision 0013 has the price.
    let isStrong = (light.max() ?? 0) > 2 * (light.min() ?? 0)
    let tolerance = isStrong && coding.transfer == "arib-std-b67" ? 8.0 : 4
    #expect(
      found.count == 3 && zip(found, wanted).allSatisfy { abs($0 - $1) <= tolerance },
      "\(coding): \(found), not \(wanted)")
    let poster = FlatMovie.Matrix.color(
      ofJPEG: try FlatMovie.samples(processed.poster, as: "yuvj420p"))
    // Black and white of a JPEG are 0 and 255, and it says nothing else of its colours.
    let leeway = tolerance == 4 ? 6.0 : 18
    #expect(
      zip(poster, right).allSatisfy { abs($0 - $1) * 255 <= leeway }, "\(poster), not \(right)")
  }

  // MARK: Reports

  /// Luma and colour difference samples of the first picture, as `ffmpeg` decodes it.
  private func planes(_ path: String) throws -> [UInt8] {
    [UInt8](
      try Tool.ffmpeg.output([
        "-nostdin", "-v", "error", "-i", Tool.fileURL(path), "-frames:v", "1", "-pix_fmt",
        "yuv444p", "-f", "rawvideo", "-",
      ]))
  }

  private func expectStandardTags(_ path: String) throws {
    let video = try #require(try FFprobe(path).videos.first)
    #expect(video["pix_fmt"].string == "yuv420p")
    for key in ["color_primaries", "color_transfer", "color_space"] {
      #expect(video[key].string == "bt709")
    }
    #expect(video["color_range"].string == "tv")
  }

  private static let card = Result {
    try MadeMovie.path([
      "-f", "lavfi", "-i", "testsrc=s=160x90:r=10:d=1", "-c:v", "libx264", "-preset", "ultrafast",
      "-pix_fmt", "yuv420p",
    ])
  }

  @Test(
    "B082: high dynamic range comes out neither grey nor pale", .cases,
    arguments: ["hdr10.mp4", "hlg.mov"])
  func neitherGreyNorPale(_ name: String) throws {
    let processed = try Clipgate.process(try CaseInputs.path(name))
    try #require(processed.isAccepted, "\(processed.summary)")
    try expectStandardTags(processed.movie)
    let found = try planes(processed.movie)
    let card = try planes(try Self.card.get())
    let count = 160 * 90
    try #require(found.count == 3 * count && card.count == 3 * count)
    let white = (0..<count).filter { card[$0] >= 230 }
    try #require(white.count > 100)
    let luma = white.reduce(0) { $0 + Int(found[$1]) } / white.count
    #expect((180...236).contains(luma))
    func saturation(_ planes: [UInt8]) -> Double {
      (0..<count).reduce(0) {
        $0 + hypot(Double(planes[count + $1]) - 128, Double(planes[2 * count + $1]) - 128)
      }
    }
    #expect(abs(saturation(found) / saturation(card) - 1) < 0.15)
  }

  @Test("B085: 8 bits that say they are PQ do not come out inverted", .cases)
  func eightBits() throws {
    // From release 7 on ffmpeg does not write the tags of the recipe.
    let path = try MadeMovie.path([
      "-i", CaseInputs.path("pq8.mp4"), "-c", "copy", "-bsf:v",
      "h264_metadata=colour_primaries=9:transfer_characteristics=16:matrix_coefficients=9",
    ])
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    try expectStandardTags(processed.movie)
    #expect(processed.report["facts"]["video"]["hdr"].string == "pq")
    let pairs = zip(try planes(path), try planes(processed.movie)).prefix(160 * 90)
      .map { (Double($0), Double($1)) }
    let count = Double(pairs.count)
    let (x, y) = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
    let both = pairs.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) }
    let spread =
      pairs.reduce(0) { $0 + pow($1.0 - x, 2) } * pairs.reduce(0) { $0 + pow($1.1 - y, 2) }
    #expect(both / spread.squareRoot() > 0.8)
  }

  // MARK: Real movies

  /// HLG, PQ and Dolby Vision over HLG, from phones, an encoder and a stream.
  private static let real: [(name: String, transfer: String)] = [
    ("perf/C.mov", "arib-std-b67"), ("corpus/android_hdr10_av1_portrait.mp4", "smpte2084"),
    ("corpus/apple_iphone_dolbyvision_rot90.MOV", "arib-std-b67"),
    ("corpus/apple_iphone_hevc10_editlist_rot90.mp4", "arib-std-b67"),
    ("corpus/ts_hlg_start10s_4_99s.ts", "arib-std-b67"),
  ]

  private static let toRGB =
    "scale=in_color_matrix=bt709:flags=accurate_rnd+full_chroma_int,format=rgb24"

  /// The first picture as red, green and blue, as the `ffmpeg` program makes it with these filters.
  private func picture(_ path: String, _ filters: String) throws -> [UInt8] {
    [UInt8](
      try Tool.ffmpeg.output([
        "-nostdin", "-v", "error", "-i", Tool.fileURL(path), "-map", "0:V:0", "-vf", filters,
        "-frames:v", "1", "-f", "rawvideo", "-",
      ]))
  }

  private func signalToNoise(_ one: [UInt8], _ other: [UInt8]) -> Double {
    guard one.count == other.count, !one.isEmpty else { return 0 }
    let squares = zip(one, other).reduce(0) {
      $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))
    }
    return 10 * log10(255 * 255 * Double(one.count) / Double(max(1, squares)))
  }

  @Test(
    .corpus, .enabled(if: Checkout.shared("perf/C.mov") != nil, "../shared/perf is not here"),
    arguments: real)
  func `a real movie comes out as zscale and tonemap show it, poster and all`(
    source: (name: String, transfer: String)
  ) throws {
    let path = try #require(Checkout.shared(source.name))
    let processed = try Clipgate.process(path, flags: ["--fit", "--poster-at", "first"])
    try #require(processed.isAccepted, "\(processed.summary)")
    try expectStandardTags(processed.movie)
    let video = try #require(try FFprobe(processed.movie).videos.first)
    let size = "\(video["width"].int ?? 0):\(video["height"].int ?? 0)"
    let found = try picture(processed.movie, Self.toRGB)
    func reference(_ white: Int, _ operation: String) throws -> [UInt8] {
      try picture(
        path,
        "scale=\(size):flags=bicubic:out_range=tv,format=yuv420p10le,zscale=min=2020_ncl:pin=2020"
          + ":tin=\(source.transfer):rin=tv:t=linear:npl=\(white),format=gbrpf32le,zscale=p=709,"
          + "tonemap=\(operation),zscale=t=709:m=709:r=tv,format=yuv420p,\(Self.toRGB)")
    }
    // What the same operation gives, and what most people use.
    let same = signalToNoise(found, try reference(203, "mobius:desat=0:peak=4.926"))
    let usual = signalToNoise(found, try reference(100, "hable:desat=0"))
    #expect(same >= 27)
    #expect(usual >= 21)
    if source.transfer == "smpte2084" {
      // PQ that is only called BT.709 is pale.
      let pale = try picture(
        path, "scale=\(size),format=yuv420p,\(Self.toRGB.replacing("bt709", with: "bt2020"))")
      #expect(signalToNoise(found, pale) < same - 6)
    }
    let poster = try picture(processed.poster, "format=rgb24")
    #expect(Pictures.difference(found, poster) < 6)
  }

  @Test(.corpus) func `Dolby Vision over a compatible layer is told and shown by that layer`()
    throws
  {
    let path = try #require(Corpus.path("apple_iphone_dolbyvision_rot90.MOV"))
    let video = try Clipgate.facts(path)["video"]
    #expect(video["dolby_vision"].bool == true)
    #expect(video["hdr"].string == "hlg")
  }

  /// A movie of HEVC with a Dolby Vision configuration in its sample entry.
  private func dolbyVision(
    profile: UInt8, compatibility: UInt8, in folder: ScratchFolder
  ) throws -> String {
    let plain = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1", "-vf", "format=yuv420p10le", "-c:v",
        "libx265", "-x265-params", "log-level=error", "-tag:v", "hvc1",
      ], type: "mp4")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: plain)))
    // Profile in seven bits, level in six, three flags (RPU and base layer are there), compatibility.
    let record =
      [1, 0, profile << 1, 0x08 | 0b101, compatibility << 4] + [UInt8](repeating: 0, count: 19)
    let box = [0, 0, 0, 32] + Array("dvcC".utf8) + record
    // The index is at the end, so that no place in the file moves but within it.
    var (start, end) = (0, bytes.count)
    var headers: [Int] = []
    for (type, skipped) in [
      ("moov", 8), ("trak", 8), ("mdia", 8), ("minf", 8), ("stbl", 8), ("stsd", 16), ("hvc1", 0),
    ] {
      var place = start
      while bytes[(place + 4)..<(place + 8)] != Array(type.utf8)[...] {
        place += bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
        try #require(place + 8 <= end)
      }
      headers.append(place)
      end = place + bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      start = place + skipped
    }
    bytes.insert(contentsOf: box, at: end)
    for header in headers {
      let size = bytes[header..<(header + 4)].reduce(0) { $0 << 8 | Int($1) } + box.count
      for index in 0..<4 { bytes[header + index] = UInt8(size >> (24 - 8 * index) & 0xFF) }
    }
    return try folder.write(Data(bytes), as: "dolby.mp4")
  }

  @Test(arguments: [(5, 0, false), (8, 1, true), (8, 4, true), (7, 6, true)])
  func `Dolby Vision that nothing else can show is refused`(
    profile: UInt8, compatibility: UInt8, isShown: Bool
  ) throws {
    let folder = try ScratchFolder()
    let path = try dolbyVision(profile: profile, compatibility: compatibility, in: folder)
    #expect(try Clipgate.facts(path)["video"]["dolby_vision"].bool == true)
    let codes = isShown ? [] : ["movie.codec_not_supported"]
    #expect(try Clipgate.verdict(path).codes == codes)
    #expect(try Clipgate.process(path).answer.codes == codes)
  }

  @Test(
    .enabled(if: !Sanitizer.isOn, "a sanitizer takes memory of its own"),
    .enabled(if: Checkout.shared("perf/C.mov") != nil, "../shared/perf is not here"))
  func `process needs at most 400 MB for 4K of 10 bits`() throws {
    let folder = try ScratchFolder()
    let run = try MeasuredRun(
      Program.clipgate(),
      [
        "process", "--unconfined", "-o", folder.file("out.mp4"), "--poster", folder.file("out.jpg"),
        try #require(Checkout.shared("perf/C.mov")),
      ], deadline: .seconds(120))
    #expect(run.outcome.ending == .exit(0), "\(run.outcome.errors)")
    #expect(run.peakBytes <= 400_000_000)
    #expect(run.peakBytes >= 100_000_000, "the pictures were decoded elsewhere")
  }
}
