internal import Foundation
internal import TestSupport
internal import Testing

/// Movies that already are what an output should be, and some that only look so.
@Suite(.readers) struct CopyTests {
  /// An output's own picture, with the tags of BT.709; its sound is said by each test.
  private static let picture = [
    "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2",
  ]
  private static let tagged = [
    "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-c:v", "libx264", "-bf",
    "2", "-crf", "30", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
    "-color_range", "tv", "-metadata", "title=a secret title", "-metadata",
    "location=+48.8577+002.2950/",
  ]
  private static let tone = ["-f", "lavfi", "-i", "sine=r=48000:d=2"]

  private func made(_ sound: [String], _ more: [String] = [], type: String = "mp4") throws -> String
  {
    let source = sound.isEmpty ? [] : Self.tone
    return try MadeMovie.path(Self.picture + source + Self.tagged + sound + more, type: type)
  }

  /// Digests of the decoded pictures or sounds of a file, in order.
  private func decoded(_ path: String, _ kind: String) throws -> [Substring] {
    let outcome = try Tool.ffmpeg.run(
      ["-nostdin", "-v", "error", "-i", path, "-map", "0:\(kind):0", "-f", "framemd5", "-"])
    try #require(outcome.ending == .exit(0))
    return outcome.output.split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
  }

  private func action(_ processed: Processed) -> String? {
    processed.report["plan"]["action"].string
  }

  @Test(arguments: [["-c:a", "aac", "-b:a", "48k"], []])
  func `What meets the profile is copied, without its names and banners`(sound: [String]) throws {
    let path = try made(sound)
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(action(processed) == "copy")
    #expect(try decoded(processed.movie, "v") == decoded(path, "v"))
    if !sound.isEmpty { #expect(try decoded(processed.movie, "a") == decoded(path, "a")) }
    let check = try OutputCheck(
      processed, sourceFrames: 50, secrets: try FFprobe(path).tagTexts)
    #expect(check.problems == [])
  }

  @Test func `Where only the sound fails, the pictures are copied and the sound is encoded`() throws
  {
    let path = try made(["-c:a", "libmp3lame"])
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(action(processed) == "remux")
    #expect(try decoded(processed.movie, "v") == decoded(path, "v"))
    #expect(try OutputCheck(processed, sourceFrames: 50).problems == [])
  }

  @Test func `A movie whose sound alone is encoded is not larger than it was`() throws {
    let path = try MadeMovie.path(
      ["-f", "lavfi", "-i", "color=black:s=64x48:r=5:d=4"] + ["-f", "lavfi", "-i"]
        + ["anoisesrc=r=16000:d=4"] + Self.tagged
        + ["-c:a", "libmp3lame", "-b:a", "24k", "-movflags", "faststart"])
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(action(processed) == "remux")
    let sizes = try [path, processed.movie].map { try Data(contentsOf: URL(filePath: $0)).count }
    #expect(sizes[1] <= sizes[0], "\(sizes)")
    #expect(try OutputCheck(processed).problems == [])
  }

  @Test func `A copy of a copy is the same file`() throws {
    let once = try Clipgate.process(try made(["-c:a", "aac", "-b:a", "48k"]))
    let twice = try Clipgate.process(once.movie)
    #expect(action(twice) == "copy")
    let same = try Tool.cmp.run([once.movie, twice.movie])
    #expect(same.ending == .exit(0))
  }

  @Test func `A trim encodes`() throws {
    let processed = try Clipgate.process(
      try made(["-c:a", "aac", "-b:a", "48k"]), flags: ["--from", "0.5"])
    #expect(action(processed) == "encode")
  }

  @Test func `A target of fewer bytes encodes`() throws {
    let path = try made(["-c:a", "aac", "-b:a", "48k"])
    let processed = try Clipgate.process(path, flags: ["--target-bytes", "30000"])
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(action(processed) == "encode")
  }

  @Test func `Sound that starts late is encoded, and stays as late as it was`() throws {
    let path = try MadeMovie.path(
      Self.picture + ["-itsoffset", "0.5"] + Self.tone + Self.tagged
        + ["-c:a", "aac", "-b:a", "48k", "-t", "2"])
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(action(processed) == "remux")
    #expect(try decoded(processed.movie, "v") == decoded(path, "v"))
    let late = try #require(try Sound(processed.movie).onset)
    #expect(abs(late - (try #require(try Sound(path).onset))) < 0.001)
    #expect(try OutputCheck(processed, sourceFrames: 50).problems == [])
  }

  @Test func `A clip whose pictures are hidden by an edit list is not copied`() throws {
    let whole = try made([], ["-g", "10", "-bf", "0"])
    let path = try MadeMovie.path(["-ss", "0.5", "-i", whole, "-c", "copy"])
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(action(processed) == "encode")
    #expect(try OutputCheck(processed, sourceFrames: try Pictures(path).count).problems == [])
  }

  @Test func `Damaged pictures are not copied`() throws {
    var bytes = try Data(contentsOf: URL(filePath: made([])))
    // A few bytes of a late picture; the index is at the end.
    let place = bytes.count / 2
    for index in place..<place + 40 { bytes[index] = 0xFF }
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, as: "damaged.mp4")
    let processed = try Clipgate.process(path)
    #expect(!processed.isAccepted || action(processed) == "encode")
  }

  /// A movie whose pictures can be copied, and some or all of whose packets of sound are nonsense.
  private func spoiled(_ codec: [String], packets: (Int) -> Range<Int>) throws -> Data {
    let path = try made(codec)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let places = try soundPlaces(path)
    for place in places[packets(places.count)] {
      for offset in 0..<place[0] { bytes[place[1] + offset] = offset % 2 == 0 ? 0xFF : 0x5A }
    }
    return bytes
  }

  /// Size and place of each packet of sound.
  private func soundPlaces(_ path: String) throws -> [[Int]] {
    let listed = try Tool.ffprobe.run([
      "-v", "error", "-select_streams", "a:0", "-show_entries", "packet=pos,size", "-of", "csv=p=0",
      path,
    ])
    let places = listed.output.split(separator: "\n").map { line in
      line.split(separator: ",").compactMap { Int($0) }
    }
    try #require(places.count > 20 && places.allSatisfy { $0.count == 2 })
    return places
  }

  @Test(arguments: [["-c:a", "libmp3lame"], ["-c:a", "aac", "-b:a", "48k"]])
  func `Some damaged sound is a warning and never a refusal, and is not copied`(
    codec: [String]
  ) throws {
    let folder = try ScratchFolder()
    let bytes = try spoiled(codec) { _ in 20..<24 }
    let processed = try Clipgate.process(try folder.write(bytes, as: "damaged.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(action(processed) == "remux")
    let warnings = processed.report["warnings"].items.map { $0["code"].string }
    #expect(warnings.contains("audio.damaged"), "\(warnings)")
    #expect(processed.report["output"]["facts"]["audio"]["codec"].string == "aac")
  }

  @Test(arguments: [["-c:a", "libmp3lame"], ["-c:a", "aac", "-b:a", "48k"], ["-c:a", "alac"]])
  func `Sound that does not decode at all is a warning, and the movie comes out silent`(
    codec: [String]
  ) throws {
    let folder = try ScratchFolder()
    let bytes = try spoiled(codec) { 0..<$0 }
    let processed = try Clipgate.process(try folder.write(bytes, as: "damaged.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    let warnings = processed.report["warnings"].items.map { $0["code"].string }
    #expect(action(processed) == "remux")
    #expect(warnings.contains("audio.not_decodable"), "\(warnings)")
    #expect(processed.report["output"]["facts"]["audio"].isNull)
  }

  @Test(arguments: [["-c:a", "libmp3lame"], ["-c:a", "aac", "-b:a", "48k"], ["-c:a", "alac"]])
  func `Sound that does not decode at all refuses the movie where sound is required`(
    codec: [String]
  ) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(spoiled(codec) { 0..<$0 }, as: "damaged.mp4")
    for command in [["check", "--deep"], ["process", "-o", folder.file("out.mp4")]] {
      let outcome = try Clipgate.run(command + ["--json", "--require-audio", path])
      let document = try Clipgate.documents(outcome).first ?? .null
      #expect(document["reasons"].items.map { $0["code"].string } == ["audio.not_decodable"])
      #expect(outcome.ending == .exit(1))
    }
    #expect(folder.names == ["damaged.mp4"])
  }

  @Test func `Sound whose packets are whole and hold nothing is no sound to copy`() throws {
    let path = try made(["-c:a", "aac", "-b:a", "48k"])
    var bytes = try Data(contentsOf: URL(filePath: path))
    // The element that ends a packet (ISO/IEC 14496-3, ID_END), and nothing behind it.
    for place in try soundPlaces(path) {
      for index in place[1]..<place[1] + place[0] { bytes[index] = index == place[1] ? 0xE0 : 0 }
    }
    let folder = try ScratchFolder()
    let empty = try folder.write(bytes, as: "empty.mp4")
    let processed = try Clipgate.process(empty)
    let warnings = processed.report["warnings"].items.map { $0["code"].string }
    #expect(warnings.contains("audio.not_decodable"), "\(warnings)")
    #expect(processed.report["output"]["facts"]["audio"].isNull)
    #expect(try Clipgate.process(empty, flags: ["--require-audio"]).isRefused)
  }
}
