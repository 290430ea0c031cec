internal import Foundation
internal import TestSupport
internal import Testing

/// Movies cut out of longer ones: their first pictures lean on what is no longer there.
@Suite(.readers) struct OpenGroupTests {
  /// Codecs with groups of pictures that are open to the one before, and leading pictures of each.
  private static let codecs: [[String]] = [
    [
      "libx265", "-preset", "ultrafast", "-x265-params",
      "log-level=none:open-gop=1:keyint=27:min-keyint=27:bframes=3:b-adapt=0:scenecut=0",
    ],
    [
      "libx264", "-x264-params",
      "open-gop=1:keyint=27:min-keyint=10:bframes=3:b-adapt=0:scenecut=0",
    ],
    ["mpeg2video", "-qscale", "4", "-bf", "2", "-g", "12", "-sc_threshold", "1000000000"],
  ]

  /// A second of a transport stream's packets.
  private func stream(_ codec: [String]) throws -> String {
    try MadeMovie.path(
      ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=4", "-c:v"] + codec, type: "ts")
  }

  /// What is left of a stream behind a key frame in its middle, in a container.
  private func cut(_ codec: [String], into folder: ScratchFolder, type: String) throws -> String {
    _ = try Tool.ffmpeg.output([
      "-nostdin", "-v", "error", "-i", try stream(codec), "-c", "copy", "-f", "segment",
      "-segment_times", "1.9", "-segment_format", "mpegts", folder.file("part%d.ts"),
    ])
    let part = folder.file("part1.ts")
    if type == "ts" { return part }
    let path = folder.file("cut.\(type)")
    // No edit list hides what can't be decoded.
    let more = type == "mp4" ? ["-use_editlist", "0"] : []
    _ = try Tool.ffmpeg.output(
      ["-nostdin", "-v", "error", "-copyts", "-i", part, "-c", "copy"] + more + [
        "-avoid_negative_ts", "make_zero", path,
      ])
    return path
  }

  @Test(arguments: 0..<3, ["ts", "mkv", "mp4"])
  func `leading pictures that nothing can decode are in no count and no time`(
    codec: Int, type: String
  ) throws {
    let folder = try ScratchFolder()
    let path = try cut(Self.codecs[codec], into: folder, type: type)
    // Two that are shown before the first key frame and come after it: or this test tests nothing.
    let times = try Tool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0",
      path,
    ]).output.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
    let key = try #require(times.first)
    let leading = times.count { $0 < key }
    try #require(leading == 2)
    let shown = times.count - leading
    let right = Double(shown) / 25
    for facts in [
      try Clipgate.facts(path), try Clipgate.verdict(path, flags: ["--deep"]).document["facts"],
    ] {
      #expect(facts["video"]["frame_count"].int == shown)
      #expect(abs((facts["duration"]["presented"].double ?? 0) - right) < 0.002)
    }
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    let damage = processed.report["warnings"].items.filter { $0["code"].string == "video.damaged" }
    #expect(
      damage.map { $0["message"].string } == ["2 of \(times.count) pictures can't be decoded."])
    let after = try Pictures(processed.movie, as: .colour)
    #expect(after.count == shown)
    #expect(
      after.times.enumerated().allSatisfy { abs($0.element - Double($0.offset) / 25) < 0.002 })
    let output = processed.report["output"]["facts"]
    #expect(abs((output["duration"]["presented"].double ?? 0) - right) < 0.002)
    // The first one is the key frame, as it is in the whole stream.
    // The whole one says nothing of its matrix, which is that of small pictures.
    let whole = try Pictures(try stream(Self.codecs[codec]), as: .colour)
    let same = try #require(whole.count == 100 ? whole.pixels[100 - shown] : nil)
    #expect(Pictures.difference(try #require(after.pixels.first), same) < 4)
  }

  @Test func `a leading picture that is destroyed leaves the key frame before it`() throws {
    let folder = try ScratchFolder()
    let path = try cut(Self.codecs[1], into: folder, type: "mkv")
    let packets = try FFprobe(path).pictureBytes()
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // Behind the block's header of four bytes, the slice's length and its header.
    for index in packets[1].dropFirst(9) { bytes[index] = 0 }
    let damaged = try folder.write(Data(bytes), as: "damaged.mkv")
    for answer in [
      try Clipgate.verdict(damaged, flags: ["--deep"]), try Clipgate.process(damaged).answer,
    ] {
      #expect(answer.outcome.ending == .exit(0), "\(answer.summary)")
      #expect(
        answer.document["warnings"].items.filter { $0["code"].string == "video.damaged" }
          .map { $0["message"].string } == ["2 of \(packets.count) pictures can't be decoded."])
    }
  }

  @Test(arguments: 0..<3)
  func `pictures before the first key frame count as lost, and are not made up`(
    codec: Int
  ) throws {
    let whole = [UInt8](
      try Data(contentsOf: URL(filePath: try stream(Self.codecs[codec]))))
    // From the last packet but the tables', to the rest behind a fifth of the stream.
    let start = whole.count / 188 / 5 * 188
    let folder = try ScratchFolder()
    let path = try folder.write(Data(whole.prefix(3 * 188) + whole[start...]), as: "late.ts")
    let keys = try Tool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", "packet=flags", "-of", "csv=p=0",
      path,
    ]).output.split(separator: "\n").map { $0.contains("K") }
    let early = try #require(keys.firstIndex(of: true))
    try #require(early > 0)
    let verdict = try Clipgate.verdict(path)
    let deep = try Clipgate.verdict(path, flags: ["--deep"])
    #expect(verdict.isAccepted == (early * 10 <= keys.count), "\(early) of \(keys.count)")
    #expect(verdict.isAccepted || verdict.codes == ["movie.corrupt"])
    #expect(deep.codes == verdict.codes)
    #expect(verdict.document["facts"]["video"]["frame_count"].int ?? .max <= keys.count - early)
    #expect(verdict.document["warnings"].items.contains { $0["code"].string == "video.damaged" })
  }
}
