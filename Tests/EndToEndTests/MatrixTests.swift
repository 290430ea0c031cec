internal import Foundation
internal import TestSupport
internal import Testing

/// One saturated colour a movie, by whose samples the matrix can be told.
@Suite(.readers) struct MatrixTests {
  /// A colour in 8 bits, and the weights of red and blue that a matrix gives it (ITU-T H.273, 8.3).
  private struct Patch {
    static let colors: [[Double]] = [
      [32, 192, 64], [220, 40, 30], [30, 60, 210], [128, 128, 128], [230, 220, 40],
    ]
    static let weights = ["smpte170m": (0.299, 0.114), "bt709": (0.2126, 0.0722)]

    /// Y, U and V in limited range.
    static func samples(_ color: [Double], _ matrix: String) -> [Double] {
      let (red, blue) = weights[matrix] ?? (0, 0)
      let (r, g, b) = (color[0] / 255, color[1] / 255, color[2] / 255)
      let luma = red * r + (1 - red - blue) * g + blue * b
      return [
        16 + 219 * luma, 128 + 112 * (b - luma) / (1 - blue), 128 + 112 * (r - luma) / (1 - red),
      ]
    }
  }

  /// A movie of samples that stand for `color` in `matrix`, and say so where `isTagged`.
  private func movie(
    _ color: [Double], _ matrix: String, isTagged: Bool = true, type: String = "mkv"
  ) throws -> String {
    let levels = Patch.samples(color, matrix).map { Int($0.rounded()) }
    let tags = isTagged ? ["-colorspace", matrix, "-color_range", "tv"] : []
    return try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "color=black:s=320x240:r=25:d=0.4", "-vf",
        "geq=lum=\(levels[0]):cb=\(levels[1]):cr=\(levels[2]),format=yuv420p", "-c:v", "libx264",
        "-qp", "1",
      ] + tags, type: type)
  }

  /// Y, U and V of every picture, as they are stored.
  private func samples(_ path: String) throws -> [[Double]] {
    let keys = ["YAVG", "UAVG", "VAVG"].map { "lavfi.signalstats.\($0)" }
    let document = try JSON(
      parsing: Tool.ffprobe.output([
        "-v", "error", "-f", "lavfi", "-show_entries", "frame_tags=\(keys.joined(separator: ","))",
        "-of", "json", "movie=\(path),signalstats",
      ]))
    return document["frames"].items.map { frame in keys.compactMap { frame["tags"][$0].double } }
  }

  private func expect(_ pictures: some Collection<[Double]>, _ color: [Double]) {
    let right = Patch.samples(color, "bt709")
    #expect(!pictures.isEmpty)
    for picture in pictures {
      #expect(picture.count == 3 && zip(picture, right).allSatisfy { abs($0 - $1) <= 2.5 })
    }
  }

  @Test(arguments: 0..<5, ["smpte170m", "bt709"])
  func `A colour comes out the same, whatever matrix it came in`(
    color: Int, matrix: String
  ) throws {
    let processed = try Clipgate.process(try movie(Patch.colors[color], matrix))
    try #require(processed.isAccepted, "\(processed.summary)")
    expect(try samples(processed.movie), Patch.colors[color])
  }

  @Test func `A small movie without a tag is taken for BT.601`() throws {
    let path = try movie(Patch.colors[0], "smpte170m", isTagged: false)
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    expect(try samples(processed.movie), Patch.colors[0])
  }

  /// Codecs that write in each picture what its colours are, and filters that make them unknown.
  private static let silent: [(encoder: [String], filter: String?, type: String)] = [
    (["prores_ks", "-pix_fmt", "yuv422p10le"], nil, "mov"),
    (["libvpx-vp9", "-crf", "4", "-b:v", "0"], "vp9_metadata=color_space=unknown", "webm"),
    (
      ["libaom-av1", "-cpu-used", "8", "-crf", "4"],
      "av1_metadata=matrix_coefficients=2:color_primaries=2:transfer_characteristics=2", "mkv"
    ),
  ]

  /// A movie of ProRes whose frames leave their colours open (SMPTE RDD 36, 5.1.1), which no filter of
  /// ffmpeg makes.
  private static func silentProRes(_ path: String) throws -> Data {
    var data = try Data(contentsOf: URL(filePath: path))
    var start = data.startIndex
    while let mark = data.range(of: Data("icpf".utf8), in: start..<data.endIndex) {
      start = mark.upperBound + 17
      data.replaceSubrange(mark.upperBound + 14..<start, with: [2, 2, 2])
    }
    return data
  }

  @Test(arguments: silent, ["smpte170m", "bt709"])
  func `Where pictures say nothing, the container's tags tell the matrix`(
    codec: (encoder: [String], filter: String?, type: String), matrix: String
  ) throws {
    let color = Patch.colors[0]
    let levels = Patch.samples(color, matrix).map { Int($0.rounded()) }
    let tagged = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "color=black:s=320x240:r=25:d=0.4", "-vf",
        "geq=lum=\(levels[0]):cb=\(levels[1]):cr=\(levels[2]),format=yuv420p", "-colorspace",
        matrix, "-color_primaries", matrix, "-color_trc", matrix, "-c:v",
      ] + codec.encoder, type: codec.type)
    let folder = try ScratchFolder()
    let path =
      try codec.filter.map {
        try MadeMovie.path(["-i", tagged, "-c", "copy", "-bsf:v", $0], type: codec.type)
      } ?? folder.write(Self.silentProRes(tagged), as: "silent.mov")
    // A matrix in a container beside pictures that say nothing: or this test tests nothing.
    // Of ProRes the bytes are known, whose decoder gives pictures the container's tags from 7.1 on.
    let frame = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "frame=color_space", "-of", "csv=p=0", path,
    ])
    try #require(
      codec.filter == nil || frame.lines.allSatisfy { $0.hasPrefix("unknown") }, "\(frame.output)")
    #expect(try Clipgate.facts(path)["video"]["color"]["matrix"].string == matrix)
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    expect(try samples(processed.movie), color)
  }

  @Test(arguments: [["smpte170m", "bt709"], ["bt709", "smpte170m"]])
  func `A matrix that changes in the stream changes the conversion`(matrices: [String]) throws {
    let color = Patch.colors[0]
    let folder = try ScratchFolder()
    // Parameter sets come with each part, so that the second may say otherwise.
    let list = try matrices.map { "file '\(try movie(color, $0, type: "ts"))'\n" }.joined()
    let joined = folder.file("joined.mkv")
    let made = try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-f", "concat", "-safe", "0", "-i",
      try folder.write(Data(list.utf8), as: "list.txt"), "-c", "copy", joined,
    ])
    try #require(made.ending == .exit(0), "\(made.errors)")
    let processed = try Clipgate.process(joined)
    try #require(processed.isAccepted, "\(processed.summary)")
    let pictures = try samples(processed.movie)
    #expect(pictures.count == 20)
    expect(pictures, color)
  }
}
