import Boxes
import TestSupport
import Testing

@Suite(
  "A written movie, as other programs see it",
  .enabled(
    if: MovieMakerProgram.exist("ffmpeg", "ffprobe", "mediainfo"),
    "ffmpeg, ffprobe or mediainfo is not there"))
struct WrittenMovieTests {
  /// The shapes that every check below must hold for.
  enum Shape: CaseIterable {
    /// Two seconds with reordered pictures and sound.
    case reordered
    /// Two seconds in uneven steps, silent, with reordered pictures.
    case uneven
    /// One picture.
    case single
    /// Pictures in order of their display, with shorter sound.
    case inOrder

    func movie() throws -> WrittenMovie {
      switch self {
      case .reordered:
        try WrittenMovie(
          Sources.reordered.get(), presentedDuration: 50 * 512, presentedSamples: 88_200)
      case .uneven: try WrittenMovie(Sources.uneven.get(), presentedDuration: 49 * 512)
      case .single: try WrittenMovie(Sources.single.get(), presentedDuration: 512)
      case .inOrder:
        try WrittenMovie(
          Sources.inOrder.get(), presentedDuration: 50 * 512, sampleRate: 48_000,
          presentedSamples: 57_600)
      }
    }
  }

  /// The sources, each encoded once.
  private enum Sources {
    static let reordered = source(
      ["-f", "lavfi", "-i", "sine=d=2", "-bf", "2", "-c:a", "aac", "-b:a", "64k"])
    static let uneven = source(
      ["-vf", "select='lt(n,9)+not(mod(n,4))'", "-fps_mode", "vfr", "-bf", "2"])
    static let single = source(["-frames:v", "1"])
    static let inOrder = source(
      ["-f", "lavfi", "-i", "sine=d=1.2:r=48000", "-bf", "0", "-c:a", "aac"])

    private static func source(_ arguments: [String]) -> Result<MovieMakerSource, any Error> {
      Result {
        try MovieMakerSource(
          ffmpeg: ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=2"] + arguments
            + ["-c:v", "libx264", "-g", "12", "-threads", "1"])
      }
    }
  }

  @Test("has sources of the shapes it needs")
  func sources() throws {
    let reordered = try Sources.reordered.get()
    #expect(reordered.video.contains { $0.compositionOffset > 512 })
    #expect(reordered.audio.count == 88)
    #expect(Set(try Sources.uneven.get().video.map(\.duration)).count > 1)
    #expect(try Sources.uneven.get().audio.isEmpty)
    #expect(try Sources.single.get().video.count == 1)
    #expect(try Sources.inOrder.get().video.allSatisfy { $0.compositionOffset == 0 })
  }

  @Test("is ftyp, moov, mdat and nothing else", arguments: Shape.allCases)
  func order(shape: Shape) throws {
    let movie = try shape.movie()
    let boxes = BoxTree.all(in: movie.bytes)
    #expect(boxes.map(\.type) == ["ftyp", "moov", "mdat"])
    #expect(boxes.map(\.size).reduce(0, +) == UInt64(movie.bytes.count))
  }

  @Test("starts at 0", arguments: Shape.allCases)
  func start(shape: Shape) throws {
    let movie = try shape.movie()
    #expect(try movie.probe("format=start_time") == ["0.000000"])
    #expect(Set(try movie.probe("stream=start_pts")) == ["0"])
  }

  @Test("decodes without a message", arguments: Shape.allCases)
  func decodes(shape: Shape) throws {
    let movie = try shape.movie()
    let run = try MovieMakerProgram.run(
      "ffmpeg", ["-v", "error", "-nostdin", "-xerror", "-i", movie.path, "-f", "null", "-"])
    #expect(run.status == 0)
    #expect(run.messages == "")
  }

  @Test("shows the pictures of its source at the same times", arguments: Shape.allCases)
  func pictures(shape: Shape) throws {
    let movie = try shape.movie()
    let frames = try movie.frames("v", movie.path)
    #expect(frames.split(separator: "\n").count > movie.video.samples.count)
    #expect(frames == (try movie.frames("v", movie.sourcePath)))
  }

  @Test("has its pictures at the packet times of its source", arguments: Shape.allCases)
  func packets(shape: Shape) throws {
    let movie = try shape.movie()
    let entries = "packet=pts,dts,duration,flags"
    #expect(
      try movie.probe(entries, stream: "v")
        == (try movie.probe(entries, stream: "v", movie.sourcePath)))
  }

  @Test(
    "lasts as long as it is shown",
    arguments: [
      (.reordered, ["2.000000", "2.000000"]), (.uneven, ["1.960000"]), (.single, ["0.040000"]),
      (.inOrder, ["2.000000", "1.200000"]),
    ] as [(Shape, [String])])
  func durations(shape: Shape, durations: [String]) throws {
    let movie = try shape.movie()
    #expect(try movie.probe("format=duration") == [durations[0]])
    #expect(try movie.probe("stream=duration") == durations)
  }

  @Test(
    "plays the sound of its source without priming",
    arguments: [(.reordered, 1), (.inOrder, 1)] as [(Shape, Int)])
  func sound(shape: Shape, discarded: Int) throws {
    let movie = try shape.movie()
    let packets = try movie.probe("packet=pts,flags", stream: "a")
    // FFmpeg 6 and later write a third letter behind it, of damage.
    #expect(packets.first?.hasPrefix("-1024,KD") == true)
    #expect(packets.filter { $0.contains("D") }.count == discarded)
    #expect(
      try movie.frames("a", movie.path) == (try movie.frames("a", movie.sourcePath)))
  }

  @Test("ends its sound to the sample, in packets too")
  func lastPacket() throws {
    let packets = try Shape.reordered.movie().probe("packet=pts,duration", stream: "a")
    #expect(packets.last == "88064,136")
  }

  @Test("is avc1 and mp4a without a tag, a banner or a date", arguments: Shape.allCases)
  func information(shape: Shape) throws {
    let movie = try shape.movie()
    let tracks = try movie.information()
    #expect(tracks["Video"]?["CodecID"] as? String == "avc1")
    #expect(tracks["Audio"] == nil || tracks["Audio"]?["CodecID"] as? String == "mp4a-40-2")
    #expect(tracks["Video"]?["colour_primaries"] as? String == "BT.709")
    #expect(tracks["Video"]?["colour_range"] as? String == "Limited")
    #expect(tracks["General"]?["IsStreamable"] as? String == "Yes")
    let told = [
      "Encoded_Library", "Encoded_Application", "Encoded_Date", "Tagged_Date", "Title", "Language",
      "Encoded_Library_Settings",
    ]
    for (_, track) in tracks { for key in told { #expect(track[key] == nil, "\(key)") } }
  }

  @Test(
    "carries no tags that ffprobe would show but those of the format", arguments: Shape.allCases)
  func tags(shape: Shape) throws {
    let movie = try shape.movie()
    #expect(try movie.probe("format_tags") == ["isom,512,isomiso2avc1mp41"])
    let tags = String(
      decoding: try MovieMakerProgram.output(
        "ffprobe", ["-v", "error", "-show_entries", "stream_tags", "-of", "flat", movie.path]),
      as: UTF8.self)
    let others = tags.split(separator: "\n").filter { !$0.contains("language=\"und\"") }
    #expect(others.allSatisfy { $0.contains("vendor_id=\"[0][0][0][0]\"") })
  }
}
