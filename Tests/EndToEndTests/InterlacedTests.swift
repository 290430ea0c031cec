internal import Foundation
internal import TestSupport
internal import Testing

/// Pictures of two fields become pictures of one moment.
@Suite(.readers) struct InterlacedTests {
  /// How fields are stored.
  struct Coding: Sendable, CustomTestStringConvertible {
    var encoder: [String]
    var type: String
    var size = "320x240"
    var isTopFirst: Bool

    var testDescription: String {
      "\(encoder[0]) \(type) \(isTopFirst ? "top" : "bottom") field first"
    }
  }

  private static let fields = ["-flags", "+ildct+ilme"]

  static let codings: [Coding] = [
    .init(
      encoder: ["mpeg2video", "-qscale", "2", "-top", "1"] + fields, type: "ts", isTopFirst: true),
    .init(
      encoder: ["mpeg2video", "-qscale", "2", "-top", "0"] + fields, type: "mpg", isTopFirst: false),
    .init(
      encoder: ["libx264", "-qp", "8", "-x264-params", "tff=1"], type: "mp4", isTopFirst: true),
    .init(
      encoder: ["libx264", "-qp", "8", "-x264-params", "bff=1"], type: "mkv", isTopFirst: false),
    .init(encoder: ["mpeg4", "-qscale", "2", "-top", "1"] + fields, type: "avi", isTopFirst: true),
    .init(encoder: ["prores_ks"] + fields, type: "mov", isTopFirst: true),
    .init(encoder: ["dvvideo"], type: "avi", size: "720x576", isTopFirst: false),
    // Motion JPEG says nothing of fields; the container does.
    .init(encoder: ["mjpeg", "-qscale", "2", "-field_order", "tt"], type: "mov", isTopFirst: true),
    .init(
      encoder: ["mjpeg", "-qscale", "2", "-field_order", "bb"], type: "mov", isTopFirst: false),
  ]

  /// Where the white side of the edge ends in a field, in pixels of the source.
  private static func edge(_ field: Int) -> Double { Double(41 + 4 * field) }

  /// Ten frames of an edge that moves 4 pixels a field.
  private func movie(_ coding: Coding) throws -> String {
    let mode = coding.isTopFirst ? "interleave_top" : "interleave_bottom"
    return try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "color=black:s=\(coding.size):r=50:d=0.4", "-vf",
        "format=yuv420p,geq=lum='if(lt(X,41+4*N),235,16)':cb=128:cr=128,tinterlace=\(mode)", "-c:v",
      ] + coding.encoder + (coding.encoder[0] == "prores_ks" ? [] : ["-pix_fmt", "yuv420p"]),
      type: coding.type)
  }

  /// Where the white side ends in each row of each picture, as a share of the width.
  private func edges(_ path: String) throws -> [[Double]] {
    let video = try #require(try FFprobe(path).videos.first)
    let width = video["width"].int ?? 0
    let height = video["height"].int ?? 0
    let data = [UInt8](
      try Tool.ffmpeg.output([
        "-nostdin", "-v", "error", "-i", Tool.fileURL(path), "-pix_fmt", "gray", "-vsync",
        "passthrough", "-f", "rawvideo", "-",
      ]))
    try #require(width > 0 && height > 0 && data.count % (width * height) == 0)
    return stride(from: 0, to: data.count, by: width * height).map { start in
      (0..<height).map { row in
        let line = data[(start + row * width)..<(start + (row + 1) * width)]
        return Double(line.firstIndex { $0 < 126 }.map { $0 - line.startIndex } ?? width)
          / Double(width)
      }
    }
  }

  /// The mean distance of the edge from a row to the next, in pixels of the source: 4 where fields
  /// lie one in the other.
  private func combing(_ rows: [Double], width: Double) -> Double {
    // Filters have fewer neighbours at the rims.
    let inner = rows.dropFirst(8).dropLast(8)
    let steps = zip(inner, inner.dropFirst()).map { abs($0 - $1) * width }
    return steps.reduce(0, +) / Double(max(1, steps.count))
  }

  @Test(arguments: codings)
  func `two fields become one picture, at the time of the earlier one`(coding: Coding) throws {
    let path = try movie(coding)
    let width = coding.size == "320x240" ? 320.0 : 720
    let before = try edges(path)
    try #require(before.count == 10 && before.allSatisfy { combing($0, width: width) > 2.5 })
    let processed = try Clipgate.process(
      path, flags: ["--profile", "high", "--poster-at", "first"])
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.report["facts"]["video"]["interlaced"].bool == true)
    let after = try edges(processed.movie)
    #expect(after.count == 10)
    for (index, rows) in after.enumerated() {
      #expect(combing(rows, width: width) < 1)
      let middle = rows.dropFirst(8).dropLast(8)
      let mean = middle.reduce(0, +) / Double(middle.count) * width
      #expect(abs(mean - Self.edge(2 * index)) < 1.8, "picture \(index): \(mean)")
    }
    let poster = try #require(try edges(processed.poster).first)
    #expect(combing(poster, width: width) < 1)
    let times = try Pictures(processed.movie).times
    #expect(times.enumerated().allSatisfy { abs($0.element - Double($0.offset) / 25) < 0.001 })
    let output = try #require(try FFprobe(processed.movie).videos.first)
    #expect([nil, "progressive"].contains(output["field_order"].string))
  }

  @Test func `pictures that say they are of one moment are left as they are`() throws {
    // The same comb, coded as if it were a picture.
    let path = try movie(.init(encoder: ["libx264", "-qp", "8"], type: "mp4", isTopFirst: true))
    let processed = try Clipgate.process(path, flags: ["--profile", "high"])
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.report["facts"]["video"]["interlaced"].bool == false)
    let after = try edges(processed.movie)
    #expect(after.count == 10 && after.allSatisfy { combing($0, width: 320) > 2.5 })
  }

  @Test(arguments: [[0, 1], [1, 0]], ["320x240", "160x120"])
  func `where fields begin or end, or the size changes, no picture is lost`(
    order: [Int], second: String
  ) throws {
    let encoders: [[String]] = [
      ["libx264", "-qp", "8"], ["libx264", "-qp", "8", "-x264-params", "tff=1"],
    ]
    let parts = try zip(order, ["320x240", second]).map {
      try movie(.init(encoder: encoders[$0], type: "ts", size: $1, isTopFirst: true))
    }
    let processed = try Clipgate.process(try MadeMovie.joined(parts, type: "ts"))
    try #require(processed.isAccepted, "\(processed.summary)")
    let after = try edges(processed.movie)
    try #require(after.count == 20)
    let times = try Pictures(processed.movie).times
    #expect(times.enumerated().allSatisfy { abs($0.element - Double($0.offset) / 25) < 0.001 })
    if second == "320x240" {
      for (index, rows) in after.enumerated() {
        // What was one moment keeps its comb.
        #expect((combing(rows, width: 320) > 2.5) == (order[index / 10] == 0), "picture \(index)")
      }
    }
  }

  @Test(
    arguments: ["4x4", "64x4", "4x64", "6x8", "12x4", "8x8"], ["libx264", "mpeg2video"])
  func `pictures too small to make one of two fields stay as they are`(
    size: String, encoder: String
  ) throws {
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=1", "-vf", "format=yuv420p", "-c:v",
        encoder,
        "-flags", "+ildct+ilme", "-top", "1", "-x264-params", "tff=1",
      ], type: "mkv")
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.report["facts"]["video"]["interlaced"].bool == true)
    #expect(try Pictures(processed.movie).count == 25)
  }

  @Test(arguments: ["tff=1", "bff=1"])
  func `lost pictures of two fields count as pictures`(order: String) throws {
    let path = try movie(
      .init(
        encoder: ["libx264", "-qp", "8", "-x264-params", "\(order):keyint=1"], type: "mkv",
        isTopFirst: order == "tff=1"))
    // Every second picture is noise.
    let folder = try ScratchFolder()
    let damaged = folder.file("damaged.mkv")
    _ = try Tool.ffmpeg.output([
      "-nostdin", "-v", "error", "-i", path, "-c", "copy", "-bsf:v",
      "noise=amount='if(mod(n,2),1,0)'", damaged,
    ])
    for answer in [
      try Clipgate.verdict(damaged, flags: ["--deep"]), try Clipgate.process(damaged).answer,
    ] {
      #expect(answer.codes == ["movie.corrupt"])
    }
  }
}
