import Foundation
import TestSupport
import Testing

@Suite(
  "A made movie", .enabled(if: MovieMakerProgram.exist("ffprobe"), "ffprobe is not there"))
struct MovieMakerTests {
  /// A hundred packets of 10 ms of PCM.
  private func sound() throws -> MovieMaker.Track {
    let packet = MovieMaker.Sample(bytes: .init(repeating: 0, count: 160), duration: 80)
    return try .pcm(.init(repeating: packet, count: 100), channels: 1, sampleRate: 8000)
  }

  /// A picture that no decoder could decode, a thirtieth of a second long.
  private func picture() throws -> MovieMaker.Track {
    try .video(
      [.init(bytes: [0, 0, 0, 1, 0x65], duration: 1)],
      avcConfiguration: [1, 66, 0, 30, 0xFF, 0xE0, 0], width: 64, height: 32, timescale: 30)
  }

  private func probe(_ movie: MovieMaker, _ entries: String) throws -> [String] {
    let folder = try MovieMakerProgram.TemporaryFolder()
    let path = folder.path("made.mp4")
    try Data(movie.bytes()).write(to: URL(fileURLWithPath: path))
    let run = try MovieMakerProgram.run(
      "ffprobe", ["-v", "quiet", "-show_entries", entries, "-of", "csv=p=0", path])
    return String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("has its packets at their times")
  func packets() throws {
    let times = try probe(MovieMaker(tracks: [try sound()]), "packet=pts,size")
    #expect(times.count > 1)
    #expect(times.first?.hasPrefix("0,") == true)
  }

  @Test("begins late with an empty edit")
  func emptyEdit() throws {
    var track = try sound()
    track.edits = [.empty(500), .init(duration: 1000, mediaTime: 0)]
    #expect(try probe(MovieMaker(tracks: [track]), "stream=start_time") == ["0.500000"])
  }

  @Test("hides media with an edit")
  func trimmingEdit() throws {
    var track = try sound()
    track.edits = [.init(duration: 250, mediaTime: 4000)]
    #expect(try probe(MovieMaker(tracks: [track]), "stream=duration") == ["0.250000"])
  }

  @Test("says what it is told to of its durations")
  func lyingDurations() throws {
    var track = try sound()
    track.declaredMediaDuration = 80_000
    track.declaredDuration = 7
    var movie = MovieMaker(tracks: [track])
    movie.declaredDuration = 36_000_000
    let bytes = try movie.bytes()
    #expect(try BoxTree.content("moov/mvhd", in: bytes).integer(at: 24, 8) == 36_000_000)
    #expect(try BoxTree.content("moov/trak/tkhd", in: bytes).integer(at: 28, 8) == 7)
    #expect(try BoxTree.content("moov/trak/mdia/mdhd", in: bytes).integer(at: 24, 8) == 80_000)
  }

  @Test("has as many tracks as it is given, of any kind")
  func tracks() throws {
    let note = MovieMaker.Sample(bytes: [1, 2, 3], duration: 1000)
    let other = try MovieMaker.Track.other(
      [note], handler: "meta", entryType: "mett", timescale: 1000)
    let kinds = try probe(
      MovieMaker(tracks: [other, try sound(), try sound()]), "stream=codec_type")
    #expect(kinds == ["data", "audio", "audio"])
  }

  @Test("turns its picture by its matrix")
  func matrix() throws {
    var track = try picture()
    track.matrix = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 0, 0, 0x4000_0000]
    let lines = try probe(MovieMaker(tracks: [track]), "stream_side_data=rotation")
    #expect(lines == ["-90"])
  }
}
