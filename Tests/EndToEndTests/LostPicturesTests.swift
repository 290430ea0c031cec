internal import Foundation
internal import TestSupport
internal import Testing

/// Pictures that can't be shown are counted once, the same way by every command.
@Suite(.readers) struct LostPicturesTests {
  /// 5 s of H.264 without B-frames and a key frame a second, without its first packets.
  private static func cut(
    _ packets: Int, type: String, in folder: ScratchFolder
  ) throws -> String {
    let whole = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=5", "-c:v", "libx264", "-x264-params",
        "keyint=25:min-keyint=25:scenecut=0:bframes=0",
      ], type: type)
    let path = folder.file("cut.\(type)")
    _ = try Tool.ffmpeg.output([
      "-nostdin", "-v", "error", "-i", whole, "-c", "copy", "-copyinkf", "-bsf:v",
      "noise=amount=0:drop='lt(n,\(packets))'", path,
    ])
    let flags = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "packet=flags", "-of", "csv=p=0", path,
    ]).output.split(separator: "\n")
    try #require(flags.firstIndex { $0.contains("K") } == 25 - packets)
    return path
  }

  private static func damage(_ answer: Answer) -> [String?] {
    answer.document["warnings"].items.filter { $0["code"].string == "video.damaged" }
      .map { $0["message"].string }
  }

  @Test(arguments: ["avi", "ts"])
  func `pictures before the first key frame are counted once`(type: String) throws {
    let folder = try ScratchFolder()
    let path = try Self.cut(18, type: type, in: folder)
    let all = 125 - 18
    for answer in [
      try Clipgate.verdict(path), try Clipgate.verdict(path, flags: ["--deep"]),
      try Clipgate.process(path).answer,
    ] {
      #expect(answer.outcome.ending == .exit(0), "\(answer.codes)")
      #expect(Self.damage(answer) == ["7 of \(all) pictures can't be decoded."])
    }
  }

  @Test(arguments: ["5", "1", "0.6"])
  func `a trim makes what the start lacks no larger a share`(to: String) throws {
    let folder = try ScratchFolder()
    let path = try Self.cut(18, type: "ts", in: folder)
    let processed = try Clipgate.process(path, flags: ["--to", to])
    #expect(processed.isAccepted, "\(processed.summary)")
    #expect(try Clipgate.verdict(path, flags: ["--to", to]).outcome.ending == .exit(0))
  }

  @Test func `each lost field of H.265 is a lost picture`() throws {
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=4", "-c:v", "libx265", "-preset",
        "ultrafast", "-x265-params", "log-level=none:interlace=tff:keyint=25:bframes=0",
      ], type: "mkv")
    let packets = try FFprobe(path).pictureBytes()
    try #require(packets.count == 100)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // The last ten of each group, behind the header of their slice.
    for (number, packet) in packets.enumerated() where number % 25 >= 15 {
      for index in packet.dropFirst(6) { bytes[index] = 0 }
    }
    let folder = try ScratchFolder()
    let damaged = try folder.write(Data(bytes), as: "damaged.mkv")
    for answer in [
      try Clipgate.verdict(damaged, flags: ["--deep"]), try Clipgate.process(damaged).answer,
    ] {
      #expect(answer.codes == ["movie.corrupt"])
      #expect(answer.document["reasons"].items.first?["observed"].double == 40)
    }
  }

  @Test(arguments: [0])
  func `two fields of H.264 that are a packet each are one picture`(lost: Int) throws {
    let folder = try ScratchFolder()
    // First and second fields in turn.
    let broken = Set((0..<lost).map { 6 * $0 + 4 + $0 % 2 })
    let raw = try folder.write(
      Data(FieldMovie.stream(pictures: 50, broken: broken)), as: "fields.h264")
    let path = folder.file("fields.ts")
    _ = try Tool.ffmpeg.output([
      "-nostdin", "-v", "error", "-f", "h264", "-r", "25", "-i", raw, "-c", "copy", path,
    ])
    try #require(try FFprobe(path).packets().count == 100)
    let deep = try Clipgate.verdict(path, flags: ["--deep"])
    let processed = try Clipgate.process(path)
    for answer in [deep, processed.answer] {
      if lost > 5 {
        #expect(answer.codes == ["movie.corrupt"])
        #expect(answer.document["reasons"].items.first?["observed"].double == Double(lost))
      } else {
        #expect(answer.outcome.ending == .exit(0), "\(answer.codes)")
        #expect(
          Self.damage(answer) == (lost == 0 ? [] : ["\(lost) of 50 pictures can't be decoded."]))
      }
    }
  }
}
