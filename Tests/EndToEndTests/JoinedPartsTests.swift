internal import Foundation
internal import TestSupport
internal import Testing

/// Recordings that were joined byte by byte, whose second part was cut out of a longer one.
@Suite(.readers) struct JoinedPartsTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var encoder: [String]
    var type = "ts"
    /// Pictures between key frames.
    var group = 25

    var testDescription: String { "\(encoder[0]) \(type) \(group)" }
  }

  private static let kinds = [
    Kind(encoder: ["libx264", "-bf", "0", "-sc_threshold", "0"]),
    Kind(encoder: ["libx264", "-bf", "2", "-sc_threshold", "0"]),
    Kind(encoder: ["libx264", "-bf", "0", "-sc_threshold", "0"], group: 50),
    Kind(
      encoder: ["libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:bframes=0"],
      group: 50),
    Kind(encoder: ["libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:bframes=3"]),
    Kind(encoder: ["mpeg2video", "-qscale", "3", "-sc_threshold", "1000000000"]),
    Kind(encoder: ["mpeg2video", "-qscale", "3", "-sc_threshold", "1000000000"], type: "mpg"),
  ]

  /// 50 pictures.
  private func part(_ source: String, _ kind: Kind) throws -> String {
    try MadeMovie.path(
      ["-f", "lavfi", "-i", "\(source)=s=320x240:r=25", "-t", "2", "-c:v"] + kind.encoder + [
        "-g", "\(kind.group)", "-pix_fmt", "yuv420p",
      ], type: kind.type)
  }

  /// Without its first packets.
  private func cut(
    _ path: String, _ packets: Int, in folder: ScratchFolder, _ kind: Kind
  ) throws -> String {
    if packets == 0 { return path }
    let cut = folder.file("cut.\(kind.type)")
    _ = try Tool.ffmpeg.output([
      "-nostdin", "-v", "quiet", "-i", path, "-c", "copy", "-copyinkf", "-bsf:v",
      "noise=amount=0:drop='lt(n,\(packets))'", cut,
    ])
    return cut
  }

  @Test(arguments: kinds, [0, 10, 22])
  func `a part leans on nothing of the one before it`(kind: Kind, packets: Int) throws {
    let folder = try ScratchFolder()
    let parts = [
      try part("testsrc2", kind),
      try cut(part("mandelbrot", kind), packets, in: folder, kind),
    ]
    let bytes = try parts.map { try Data(contentsOf: URL(filePath: $0)) }
    let path = try folder.write(bytes[0] + bytes[1], as: "joined.\(kind.type)")
    let lost = packets == 0 ? 0 : (kind.group - packets)
    let all = 100 - packets
    for answer in [
      try Clipgate.verdict(path), try Clipgate.verdict(path, flags: ["--deep"]),
      try Clipgate.process(path).answer,
    ] {
      #expect(answer.facts["video"]["frame_count"].int == all)
      if lost * 10 > all {
        #expect(answer.codes == ["movie.corrupt"])
        #expect(answer.document["reasons"].items.first?["observed"].double == Double(lost))
      } else {
        #expect(answer.outcome.ending == .exit(0), "\(answer.codes)")
        let told = answer.document["warnings"].items.compactMap { $0["message"].string }
        #expect(told == (lost == 0 ? [] : ["\(lost) of \(all) pictures can't be decoded."]))
      }
    }
  }
}
