import FFmpeg
import Ingest
import Rules
import TestSupport
import Testing

/// How long movies last by each clock, measured on made ones.
@Suite(.movies) struct StreamClockTests {
  private func facts(_ file: OpenFile) throws -> Facts {
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    return try #require(
      withExtendedLifetime(file) { examination.facts }, "\(examination.reasons)")
  }

  private func milliseconds(_ duration: Duration?) -> Double? {
    duration.map { ($0 / .milliseconds(1) * 1000).rounded() / 1000 }
  }

  private static let silence = [Float](repeating: 0, count: 8000)

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var edits: [MovieMaker.Edit]
    var presented: Double
    var stored: Double = 1000
  }

  @Test(arguments: [
    Case(testDescription: "no list", edits: [], presented: 1000),
    Case(
      testDescription: "a late start", edits: [.empty(500), .init(duration: 1000, mediaTime: 0)],
      presented: 1000),
    Case(
      testDescription: "a hidden start", edits: [.init(duration: 600, mediaTime: 5120)],
      presented: 600),
    Case(
      testDescription: "both ends in the middle of a picture",
      edits: [.init(duration: 330, mediaTime: 5248)], presented: 330),
    Case(
      testDescription: "longer than the media", edits: [.init(duration: 9000, mediaTime: 0)],
      presented: 1000),
    Case(
      testDescription: "the same part twice",
      edits: [.init(duration: 400, mediaTime: 0), .init(duration: 400, mediaTime: 0)],
      presented: 800),
    Case(
      testDescription: "durations of 64 bits",
      edits: [.init(duration: 1 << 50, mediaTime: 0)], presented: 1000),
  ])
  func `an edit list decides what is presented, and nothing of what is stored`(
    movie: Case
  ) throws {
    // The source's pictures are reordered: its first one is shown two ticks of 40 ms late.
    let delay = Int64(try Movies.pictures.get().video[0].compositionOffset)
    let edits = movie.edits.map { edit -> MovieMaker.Edit in
      var edit = edit
      if edit.mediaTime >= 0 { edit.mediaTime += delay }
      return edit
    }
    let facts = try facts(Movies.file([Movies.video(edits)]))
    #expect(milliseconds(facts.duration.presented) == movie.presented)
    #expect(milliseconds(facts.duration.stored) == movie.stored)
    #expect(facts.video?.start == .zero)
  }

  @Test func `a thousand edits of the longest duration are no crash`() throws {
    let edits = Array(repeating: MovieMaker.Edit(duration: .max, mediaTime: 0), count: 1024)
    let file = try Movies.file([Movies.video(edits)])
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    #expect(!examination.verdict(name: "", policy: Policy()).accepted)
  }

  @Test(arguments: [(UInt32(78_125), true), (156_250, false)])
  func `ticks so fine that libav would not reorder the pictures are refused`(
    finer: UInt32, passes: Bool
  ) throws {
    // In ticks of 1/12800 s pictures last 512, and are shown up to 4 of them late.
    var track = try Movies.video()
    track.timescale *= finer
    track.samples = track.samples.map { sample in
      var sample = sample
      sample.duration *= finer
      sample.compositionOffset *= Int32(finer)
      return sample
    }
    let file = try Movies.file([track])
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    #expect(examination.reasons.map(\.code) == (passes ? [] : [.corrupt]))
    #expect(examination.facts?.video?.frameCount == (passes ? 25 : nil))
    withExtendedLifetime(file) {}
  }

  @Test func `the span is of picture and sound together, each with its start`() throws {
    let track = try Movies.sound(
      Self.silence, rate: 8000,
      [
        .empty(300), .init(duration: 1000, mediaTime: 0),
      ])
    let delay = Int64(try Movies.pictures.get().video[0].compositionOffset)
    let facts = try facts(
      Movies.file([Movies.video([.init(duration: 1000, mediaTime: delay)]), track]))
    #expect(milliseconds(facts.duration.presented) == 1300)
    #expect(milliseconds(facts.audio?.start) == 300)
    #expect(milliseconds(facts.audio?.duration) == 1000)
    #expect(milliseconds(facts.duration.audioClock) == 1000)
    #expect(facts.video?.frameCount == 25)
  }

  @Test func `a header's claim is told and decides nothing`() throws {
    var movie = MovieMaker(tracks: [try Movies.video()])
    movie.declaredDuration = 7_000
    movie.tracks[0].declaredDuration = 1
    movie.tracks[0].declaredMediaDuration = 1
    let facts = try facts(OpenFile(holding: movie.bytes()))
    #expect(milliseconds(facts.duration.declared) == 7000)
    #expect(milliseconds(facts.duration.presented) == 1000)
  }

  private static let card = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1"]
  private static let tone = ["-f", "lavfi", "-i", "sine=r=48000:d=0.72"]

  @Test(
    arguments: [
      ("ts", card + ["-c:v", "libx264"], 1000.0), ("flv", card + ["-c:v", "flv1"], 1000),
      ("mkv", card + ["-c:v", "libx264"], 1000), ("avi", card + ["-c:v", "mpeg4"], 1000),
      ("mpg", card + ["-c:v", "mpeg2video"], 1000), ("gif", card, 1000),
      ("webm", card + ["-c:v", "libvpx"], 1000), ("wmv", card + ["-c:v", "wmv2"], 1000),
      ("mp4", card + tone + ["-c:v", "libx264", "-c:a", "aac"], 1000),
    ] as [(String, [String], Double)])
  func `25 pictures of 40 ms last a second in every container, wherever their clock starts`(
    type: String, arguments: [String], length: Double
  ) throws {
    let facts = try facts(OpenFile(MadeMovie.path(arguments, type: type)))
    let presented = try #require(milliseconds(facts.duration.presented))
    // Matroska and its kin round times to a millisecond.
    #expect(abs(presented - length) <= 1)
    #expect(facts.video?.frameCount == 25)
    #expect(facts.video?.start == .zero)
  }

  @Test(
    arguments: [
      ("mp4", ["-c:a", "aac"], 0.03), ("webm", ["-c:a", "libopus"], 1),
      ("mov", ["-c:a", "pcm_s16le"], 0.03),
    ] as [(String, [String], Double)])
  func `priming and padding of sound count as no time`(
    type: String, encoder: [String], tolerance: Double
  ) throws {
    let video = type == "webm" ? "libvpx" : "libx264"
    let arguments =
      ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4"] + Self.tone + ["-c:v", video]
    let facts = try facts(OpenFile(MadeMovie.path(arguments + encoder, type: type)))
    let length = try #require(milliseconds(facts.audio?.duration))
    #expect(abs(length - 720) <= tolerance)
    // Samples are counted by whole packets at the end.
    if type != "webm" {
      let clock = try #require(milliseconds(facts.duration.audioClock))
      #expect((720...720 + 22).contains(clock))
    }
  }

  @Test(
    arguments: ["mkv", "avi", "mov"], [8000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000])
  func `sound without a codec lasts as many samples as there are, whatever the container's ticks`(
    type: String, rate: Int
  ) throws {
    // The last of the packets is shorter than the others.
    let path = try MadeMovie.path(
      Self.card + ["-f", "lavfi", "-i", "sine=500:r=\(rate):d=1", "-c:v", "mpeg4"]
        + ["-c:a", "pcm_s16le"], type: type)
    let facts = try facts(OpenFile(path))
    #expect(facts.audio?.duration == .seconds(1))
    #expect(facts.duration.audioClock == .seconds(1))
    #expect(facts.duration.presented == .seconds(1))
    #expect(facts.duration.stored == .seconds(1))
  }

  @Test(
    arguments: [
      ("mkv", "aac"), ("flv", "aac"), ("mkv", "ac3"), ("webm", "libopus"),
    ])
  func `coded sound in ticks of a millisecond lasts its samples, without the priming that is named`(
    type: String, codec: String
  ) throws {
    let path = try MadeMovie.path(
      Self.card + ["-f", "lavfi", "-i", "sine=r=48000:d=1", "-c:v"]
        + [type == "webm" ? "libvpx" : type == "flv" ? "flv1" : "mpeg4", "-c:a", codec],
      type: type)
    let facts = try facts(OpenFile(path))
    #expect(facts.audio?.duration == facts.duration.audioClock)
  }

  @Test func `sound with a hole in it ends when its last piece does`() throws {
    let path = try MadeMovie.path(
      Self.card + [
        "-f", "lavfi", "-i", "sine=r=44100:d=1", "-af",
        "aselect='not(between(t,0.3,0.6))'", "-c:v", "mpeg4", "-c:a", "pcm_s16le",
      ], type: "mkv")
    let facts = try facts(OpenFile(path))
    #expect(abs((milliseconds(facts.audio?.duration) ?? 0) - 1000) <= 1)
    #expect((milliseconds(facts.duration.audioClock) ?? 0) < 750)
  }

  @Test(arguments: [("0", 360.0), ("0+eq(n,1)", 160), ("eq(n,0)", 40)])
  func `a picture without a duration lasts as long as the gap before it`(
    also: String, length: Double
  ) throws {
    // FLV has no durations: pictures at 0, 40 and 200 ms; at 0, 40 and 80 + …; a single one.
    let select =
      also == "0" ? "eq(n,0)+eq(n,1)+eq(n,5)" : also == "eq(n,0)" ? "eq(n,0)" : "eq(n,0)+eq(n,2)"
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-vf", "select='\(select)'", "-vsync",
        "vfr", "-c:v", "flv1",
      ], type: "flv")
    let facts = try facts(OpenFile(path))
    #expect(milliseconds(facts.duration.presented) == length)
  }
}
