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
    #expect(try Run(open).movie.bytes == Run(closed).movie.bytes)
  }

  @Test(arguments: [0, 800, 4000] as [Int64])
  func `sound is measured and comes out as with the duration in numbers`(from: Int64) throws {
    let open = try movie(Self.whole, [.init(duration: 0, mediaTime: from)])
    let closed = try movie(
      Self.whole, [.init(duration: UInt64(1000 - from / 8), mediaTime: from)])
    let facts = try facts(open)
    #expect(facts.audio?.duration == .milliseconds(1000 - from / 8))
    #expect(try facts == self.facts(closed))
    #expect(try Run(open).movie.bytes == Run(closed).movie.bytes)
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
    #expect(try Run(open).movie.bytes == Run(closed).movie.bytes)
  }
}
