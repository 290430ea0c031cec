import FFmpeg
import TestSupport
import Testing

@Suite(.movies) struct PacketTests {
  /// One packet in a form that compares.
  private struct Line: Equatable {
    var stream: Int
    var start: Int?
    var duration: Int
    var size: Int
    var isKey: Bool
    var isDiscarded: Bool
    var skipped: [Int]
  }

  private static let sine = ["-f", "lavfi", "-i", "sine=d=1:r=48000"]
  private static let short = ["-t", "0.72"]

  /// A movie in which packets are skipped, discarded or cut.
  private struct Movie: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var format: String
    var encoder: [String]

    func file() throws -> OpenFile {
      guard encoder.isEmpty else {
        return try OpenFile(
          MadeMovie.path(
            ["-f", "lavfi", "-i", "sine=d=1:r=48000", "-t", "0.72", "-c:a"] + encoder,
            type: testDescription))
      }
      let source = try MovieMakerSource(ffmpeg: [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264", "-bf", "2",
      ])
      var track = try MovieMaker.Track.video(
        source.video, avcConfiguration: source.avcConfiguration, width: 64, height: 48,
        timescale: source.videoTimescale)
      track.edits = [.init(duration: 400, mediaTime: Int64(source.videoTimescale) * 2 / 5)]
      return try OpenFile(holding: MovieMaker(tracks: [track]).bytes())
    }
  }

  private static let movies = [
    Movie(testDescription: "m4a", format: "mov", encoder: ["aac"]),
    Movie(testDescription: "webm", format: "matroska", encoder: ["libopus"]),
    Movie(testDescription: "mkv", format: "matroska", encoder: ["libmp3lame"]),
    Movie(testDescription: "ogg", format: "ogg", encoder: ["libvorbis"]),
    Movie(testDescription: "hidden pictures", format: "mov", encoder: []),
  ]

  @Test(arguments: movies)
  private func `times, flags and skipped samples are those that ffprobe shows`(
    movie: Movie
  ) throws {
    let file = try movie.file()
    let document = try JSON(
      parsing: Tool.ffprobe.output([
        "-v", "error", "-show_packets", "-of", "json", file.path,
      ]))
    let expected = document["packets"].items.map { packet in
      let skip = packet["side_data_list"].items.first {
        $0["side_data_type"].string == "Skip Samples"
      }
      let flags = packet["flags"].string ?? ""
      return Line(
        stream: packet["stream_index"].int ?? -1, start: packet["pts"].int,
        duration: packet["duration"].int ?? 0, size: Int(packet["size"].double ?? -1),
        isKey: flags.contains("K"), isDiscarded: flags.contains("D"),
        skipped: [skip?["skip_samples"].int ?? 0, skip?["discard_padding"].int ?? 0])
    }
    var demuxer = try Demuxer(file, movie.format)
    let packet = try Packet()
    var found: [Line] = []
    while try demuxer.read(into: packet) {
      let skipped = packet.skippedSamples
      found.append(
        Line(
          stream: packet.streamIndex, start: packet.presentationTimestamp.map { Int($0) },
          duration: Int(packet.duration), size: packet.size, isKey: packet.isKey,
          isDiscarded: packet.isDiscarded, skipped: [skipped.start, skipped.end]))
    }
    #expect(found == expected)
    #expect(
      found.contains { $0.isDiscarded || $0.skipped != [0, 0] }, "nothing is skipped")
  }

  @Test func `a packet's bytes are those of the file`() throws {
    let path = try Movies.clip()
    let file = try OpenFile(path)
    let positions = try JSON(
      parsing: Tool.ffprobe.output([
        "-v", "error", "-show_entries", "packet=pos", "-of", "json", Tool.fileURL(path),
      ]))["packets"].items.compactMap { $0["pos"].double.map { Int($0) } }
    let whole = file.bytes
    var demuxer = try Demuxer(file)
    let packet = try Packet()
    var index = 0
    while try demuxer.read(into: packet) {
      let position = try #require(index < positions.count ? positions[index] : nil)
      #expect(packet.bytes == Array(whole[position..<position + packet.size]))
      index += 1
    }
    #expect(index == positions.count)
  }
}
