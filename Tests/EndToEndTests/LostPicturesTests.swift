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

  /// A hundred pictures, each twelfth a key frame.
  private static func groups(_ encoder: String, type: String) throws -> String {
    try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=4", "-c:v", encoder, "-bf", "0", "-g", "12",
        "-sc_threshold", encoder == "mpeg4" ? "1000000000" : "0",
      ], type: type)
  }

  /// Expects that about a group of twelve is missing.
  private func expectLostGroup(_ path: String) throws {
    for answer in [
      try Clipgate.verdict(path, flags: ["--deep"]), try Clipgate.process(path).answer,
    ] {
      #expect(answer.codes == ["movie.corrupt"], "\(answer.summary)")
      let lost = answer.document["reasons"].items.first?["observed"].double ?? 0
      #expect((11...12).contains(lost), "\(lost)")
    }
  }

  /// Where libavformat reads out of a picture whether it is a key frame, and where an index tells.
  @Test(
    arguments: [
      ("mpeg4", "avi"), ("mpeg4", "mkv"), ("mpeg4", "mp4"), ("libx264", "mkv"), ("libx264", "mp4"),
    ])
  func `a lost key frame takes its group along in every container`(
    encoder: String, type: String
  ) throws {
    let path = try Self.groups(encoder, type: type)
    let packets = try FFprobe(path).pictureBytes()
    try #require(packets.count == 100)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // AVI tells where a chunk begins, eight bytes before its picture.
    let start = packets[36].lowerBound + (type == "avi" ? 8 : 4)
    for index in start..<packets[36].upperBound { bytes[index] = 0 }
    let folder = try ScratchFolder()
    try expectLostGroup(folder.write(Data(bytes), as: "damaged.\(type)"))
  }

  /// All of a packet is zeros, or a bit of its first byte is wrong: of VP9's frame marker, of a length.
  @Test(
    arguments: [
      ("libvpx", true), ("libvpx-vp9", true), ("libvpx-vp9", false), ("libx264", true),
      ("libx264", false),
    ], [30, 40])
  func `a picture that says nothing is a key frame by its size alone`(
    damage: (encoder: String, isWhole: Bool), number: Int
  ) throws {
    let encoder = damage.encoder
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x240:r=30:d=3", "-c:v", encoder, "-g", "30",
        "-pix_fmt", "yuv420p",
      ]
        + (encoder == "libx264"
          ? ["-bf", "0", "-sc_threshold", "0"]
          : [
            "-deadline", "realtime", "-cpu-used", "8", "-auto-alt-ref", "0", "-lag-in-frames", "0",
          ]),
      type: "mkv")
    let packets = try FFprobe(path).pictureBytes()
    try #require(packets.count == 90)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let start = packets[number].lowerBound + 4
    if damage.isWhole {
      for index in start..<start + packets[number].count { bytes[index] = 0 }
    } else {
      bytes[start] ^= 0x80
    }
    let folder = try ScratchFolder()
    let damaged = try folder.write(Data(bytes), as: "damaged.mkv")
    // How many of those behind it VP9 does not read either is the release's own matter.
    let decoded = try FFprobe(damaged).countFrames()
    let lost = encoder == "libvpx-vp9" ? 90 - decoded : 1
    for answer in [
      try Clipgate.verdict(damaged, flags: ["--deep"]), try Clipgate.process(damaged).answer,
    ] {
      if number == 30 {
        #expect(answer.codes == ["movie.corrupt"], "\(answer.summary)")
        #expect(answer.document["reasons"].items.first?["observed"].double == 30)
      } else {
        #expect(answer.outcome.ending == .exit(0), "\(answer.summary)")
        #expect(Self.damage(answer) == ["\(lost) of 90 pictures can't be decoded."])
      }
    }
  }

  @Test(arguments: ["ts", "mpg", "avi"])
  func `a lost key frame of a stream takes its group along`(type: String) throws {
    let folder = try ScratchFolder()
    let raw = folder.file("whole.h264")
    _ = try Tool.ffmpeg.output([
      "-nostdin", "-v", "error", "-i", try Self.groups("libx264", type: "ts"), "-c", "copy", raw,
    ])
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    let units = bytes.indices.dropLast(3).filter {
      bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1
    }
    let pictures = units.indices.filter { [1, 5].contains(bytes[units[$0] + 3] & 0x1F) }
    try #require(pictures.count == 100)
    // Behind the header of the only slice.
    let lost = pictures[36]
    for index in units[lost] + 4..<units[lost + 1] - 1 { bytes[index] = 0 }
    try Data(bytes).write(to: URL(filePath: raw))
    let path = folder.file("damaged.\(type)")
    _ = try Tool.ffmpeg.output([
      "-nostdin", "-v", "error", "-f", "h264", "-framerate", "25", "-i", raw, "-c", "copy", path,
    ])
    try expectLostGroup(path)
  }

  @Test(arguments: [0, 4, 12])
  func `two fields of H.264 that are a packet each are one picture`(lost: Int) throws {
    let folder = try ScratchFolder()
    // First fields: a decoder says nothing of a second one, and doubles the lines of the first.
    let broken = Set((0..<lost).map { 6 * $0 + 4 })
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
      #expect(answer.facts["video"]["frame_count"].int == 50)
      // The muxer stamps each packet with a 25th of a second.
      #expect(abs((answer.facts["video"]["frame_rate"].double ?? 0) - 12.5) < 0.01)
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

  @Test func `sound that does not decode is told of at the same depth as pictures`() throws {
    let path = try MadeMovie.path([
      "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-f", "lavfi", "-i",
      "anoisesrc=d=2:a=0.3:r=48000:seed=3", "-c:v", "libx264", "-c:a", "aac",
    ])
    let packets = try Self.bytes(of: "a:0", in: path)
    try #require(packets.count > 60)
    let folder = try ScratchFolder()
    for lost in [0, 1, 3] {
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      for packet in packets[20..<20 + lost] {
        for index in packet { bytes[index] = 0xFF }
      }
      let damaged = try folder.write(Data(bytes), as: "\(lost).mp4")
      let deep = try Clipgate.verdict(damaged, flags: ["--deep"])
      let processed = try Clipgate.process(damaged)
      #expect(deep.warnings == processed.answer.warnings)
      #expect(deep.warnings == (lost == 0 ? [] : ["audio.damaged"]))
    }
  }

  /// Where the bytes of each packet of a stream lie in the file.
  private static func bytes(of stream: String, in path: String) throws -> [Range<Int>] {
    let text = try Tool.ffprobe.run([
      "-v", "error", "-select_streams", stream, "-show_entries", "packet=pos,size", "-of",
      "csv=p=0:nk=1", path,
    ]).output
    return text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      // The size comes first.
      return numbers.count == 2 ? numbers[1]..<numbers[1] + numbers[0] : nil
    }
  }
}
