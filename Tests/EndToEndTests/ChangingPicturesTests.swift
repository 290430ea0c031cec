internal import Foundation
internal import TestSupport
internal import Testing

/// Streams whose pictures change what their samples are and stand for on the way.
@Suite(.readers) struct ChangingPicturesTests {
  private static let x264 = ["libx264", "-qp", "1"]

  /// The same colour in one codec; parameter sets come with each part of a transport stream.
  private static let codings: [FlatMovie.Coding] = [
    .init("yuv420p", x264, type: "ts", primaries: "bt709", transfer: "bt709", matrix: "bt709"),
    .init(
      "yuv420p", x264, type: "ts", primaries: "bt709", transfer: "bt709", matrix: "bt709",
      isFull: true),
    .init("yuv444p", x264, type: "ts", matrix: "smpte170m"),
    .init("yuv422p10le", x264, type: "ts", matrix: "bt709"),
    .init("rgb24", ["libx264rgb", "-qp", "1"], type: "ts"),
  ]

  private static let color = [0.2, 0.6, 0.35]

  /// Y, U and V in the middle of every picture.
  private func samples(_ path: String) throws -> [[Double]] {
    let data = [UInt8](
      try Tool.ffmpeg.output([
        "-nostdin", "-v", "error", "-i", Tool.fileURL(path), "-vf",
        "crop=2:2:160:120,format=yuv420p", "-vsync", "passthrough", "-f", "rawvideo", "-",
      ]))
    return stride(from: 0, to: data.count - 5, by: 6).map {
      [Double(data[$0]), Double(data[$0 + 4]), Double(data[$0 + 5])]
    }
  }

  private func joined(_ parts: [String]) throws -> Processed {
    let processed = try Clipgate.process(try MadeMovie.joined(parts, type: "ts"))
    try #require(processed.isAccepted, "\(processed.summary)")
    return processed
  }

  @Test(arguments: 0..<5, 0..<5)
  func `a format, range or matrix that changes leaves the colour as it is`(
    first: Int, second: Int
  ) throws {
    guard first != second else { return }
    let processed = try joined(
      try [first, second].map { try FlatMovie.path(Self.color, Self.codings[$0]) })
    let found = try samples(processed.movie)
    let right = FlatMovie.Matrix.samples(Self.color, "bt709")
    #expect(found.count == 20)
    #expect(found.allSatisfy { zip($0, right).allSatisfy { abs($0 - $1) <= 4 } }, "\(found)")
  }

  @Test(arguments: [false, true])
  func `high dynamic range that begins or ends on the way is bent only there`(
    isFirst: Bool
  ) throws {
    let white = [0.75, 0.75, 0.75]
    let parts = [
      try FlatMovie.path(
        white,
        .init(
          "yuv420p10le", Self.x264, type: "ts", primaries: "bt2020", transfer: "arib-std-b67",
          matrix: "bt2020nc")),
      try FlatMovie.path(white, Self.codings[3]),
    ]
    let processed = try joined(isFirst ? parts : parts.reversed())
    #expect(
      processed.report["facts"]["video"]["hdr"].string == (isFirst ? "hlg" : nil))
    let luma = try samples(processed.movie).map { $0[0] }
    try #require(luma.count == 20)
    // 0.75 of HLG is reference white, which comes out at 0.85 of the signal.
    let right = [16 + 219 * 0.851, 16 + 219 * 0.75]
    for (index, luma) in luma.enumerated() {
      #expect(abs(luma - right[(index < 10) == isFirst ? 0 : 1]) <= 4, "picture \(index): \(luma)")
    }
  }
}
