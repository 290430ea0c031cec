import Ingest
import Rules
import TestSupport
import Testing

/// Edits with a duration of 0, which show all media from their time on.
@Suite(.movies) struct OpenEditTests {
  private func facts(_ file: OpenFile) throws -> Facts {
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    return try #require(
      withExtendedLifetime(file) { examination.facts }, "\(examination.reasons)")
  }

  /// Two encodes of the same pictures need not be the same bytes.
  private func expectSameOutput(_ one: OpenFile, _ other: OpenFile) throws {
    let (one, other) = try (Played(Run(one).movie), Played(Run(other).movie))
    #expect(one.times == other.times)
    #expect(!one.times.isEmpty)
    #expect(zip(one.lumas, other.lumas).allSatisfy { abs($0 - $1) < 0.5 })
    #expect(one.sound.map(\.count) == other.sound.map(\.count))
    let differences = zip(one.sound, other.sound).flatMap { zip($0, $1).map { abs($0 - $1) } }
    #expect(differences.allSatisfy { $0 < 0.01 })
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var open: [MovieMaker.Edit]
    /// The same with its duration.
    var closed: [MovieMaker.Edit]
  }

  private static let cases = [
    Case(
      testDescription: "all", open: [.init(duration: 0, mediaTime: 0)],
      closed: [.init(duration: 1000, mediaTime: 0)]),
    Case(
      testDescription: "from a hidden start", open: [.init(duration: 0, mediaTime: 5120)],
      closed: [.init(duration: 600, mediaTime: 5120)]),
    Case(
      testDescription: "from the middle of a picture", open: [.init(duration: 0, mediaTime: 5248)],
      closed: [.init(duration: 590, mediaTime: 5248)]),
    Case(
      testDescription: "late", open: [.empty(300), .init(duration: 0, mediaTime: 0)],
      closed: [.empty(300), .init(duration: 1000, mediaTime: 0)]),
    Case(
      testDescription: "beside another edit, where it shows nothing",
      open: [.init(duration: 400, mediaTime: 0), .init(duration: 0, mediaTime: 0)],
      closed: [.init(duration: 400, mediaTime: 0)]),
  ]

  /// A second of pictures behind a reordering delay, and one of sound.
  private func movie(_ pictures: [MovieMaker.Edit], _ sound: [MovieMaker.Edit]) throws -> OpenFile {
    let delay = Int64(try Movies.pictures.get().video[0].compositionOffset)
    let edits = pictures.map { edit -> MovieMaker.Edit in
      var edit = edit
      if edit.mediaTime >= 0 { edit.mediaTime += delay }
      return edit
    }
    let wave = (0..<8000).map { Float($0 % 100) / 200 }
    return try Movies.file([Movies.video(edits), Movies.sound(wave, rate: 8000, sound)])
  }

  private static let whole = [MovieMaker.Edit(duration: 1000, mediaTime: 0)]

  @Test(arguments: cases)
  func `pictures are measured and come out as with the duration in numbers`(movie: Case) throws {
    let (open, closed) = try (
      self.movie(movie.open, Self.whole), self.movie(movie.closed, Self.whole)
    )
    var (one, other) = try (facts(open), facts(closed))
    // The lists are of different length, and the header counts what they say in numbers.
    one.bytes = 0
    other.bytes = 0
    one.duration.declared = nil
    other.duration.declared = nil
    #expect(one == other)
    try expectSameOutput(open, closed)
  }

  @Test(arguments: [0, 800, 4000] as [Int64])
  func `sound is measured and comes out as with the duration in numbers`(from: Int64) throws {
    let open = try movie(Self.whole, [.init(duration: 0, mediaTime: from)])
    let closed = try movie(
      Self.whole, [.init(duration: UInt64(1000 - from / 8), mediaTime: from)])
    let facts = try facts(open)
    #expect(facts.audio?.duration == .milliseconds(1000 - from / 8))
    #expect(try facts == self.facts(closed))
    try expectSameOutput(open, closed)
  }

  @Test(arguments: ["mp4", "mov"])
  func `priming and reordering are left out where both tracks' edits are open`(
    type: String
  ) throws {
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-f", "lavfi", "-i", "sine=r=48000:d=1",
        "-c:v", "libx264", "-c:a", "aac",
      ], type: type)
    let closed = try OpenFile(path)
    var bytes = closed.bytes
    let lists = bytes.indices.filter { bytes[$0...].starts(with: "elst".utf8) }
    #expect(lists.count == 2)
    // The only row's duration stands behind version, flags and count.
    for list in lists { bytes.replaceSubrange(list + 12..<list + 16, with: [0, 0, 0, 0]) }
    let open = try OpenFile(holding: bytes)
    let facts = try facts(open)
    #expect(facts == (try self.facts(closed)))
    #expect(facts.video?.frameCount == 25)
    #expect(facts.duration.presented == .seconds(1))
    try expectSameOutput(open, closed)
  }

  private static let fragmented = [
    "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264", "-g", "10", "-movflags",
    "delay_moov+frag_keyframe",
  ]

  @Test(arguments: [0, 1, 5, 13])
  func `in fragments, pictures before the edit's time are hidden`(count: Int) throws {
    var bytes = try OpenFile(MadeMovie.path(Self.fragmented)).bytes
    let list = try #require(bytes.indices.first { bytes[$0...].starts(with: "elst".utf8) })
    // Of the only row: the duration, and the media time, of 512 ticks a picture.
    #expect(bytes[(list + 12)..<(list + 16)].elementsEqual([0, 0, 0, 0]))
    let time = bytes[(list + 16)..<(list + 20)].reduce(0) { $0 << 8 | Int($1) } + 512 * count
    for place in 0..<4 { bytes[list + 19 - place] = UInt8(truncatingIfNeeded: time >> (8 * place)) }
    let file = try OpenFile(holding: bytes)
    let facts = try facts(file)
    #expect(facts.video?.frameCount == 25 - count)
    #expect(facts.duration.presented == .milliseconds(40 * (25 - count)))
    #expect(facts.duration.stored == .seconds(1))
    let output = try #require(try Run(file).report.output)
    #expect(output.facts.video?.frameCount == 25 - count)
  }

  @Test func `in fragments, sound before the edit's time is priming`() throws {
    let sound = ["-f", "lavfi", "-i", "sine=r=48000:d=1", "-c:a", "aac"]
    let file = try OpenFile(MadeMovie.path(sound + Self.fragmented))
    let facts = try facts(file)
    // 47 packets of 1,024 samples are heard, and one before them is not.
    let heard = Duration.seconds(1) * 47 * 1024 / 48_000
    #expect(abs((facts.audio?.duration ?? .zero) / heard - 1) < 1e-9)
    #expect(abs((facts.duration.audioClock ?? .zero) / heard - 1) < 1e-9)
    #expect(facts.video?.start == .zero)
    #expect(facts.audio?.start == .zero)
  }
}
