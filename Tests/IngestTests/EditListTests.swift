import Foundation
import Ingest
import Rules
import TestSupport
import Testing

/// Edit lists of any number of parts: what is measured and what comes out.
@Suite(.movies) struct EditListTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Media times count from the first picture, in thousandths as the durations.
    var edits: [MovieMaker.Edit]
    /// Numbers of the pictures that are shown, of 40 ms each in the media, and when.
    var shown: [(time: Int, picture: Int)]
    /// Tenths of a second of the sound that are heard, from the first shown thing on; -1 is silence.
    var heard: [Int]
    var length: Int
  }

  /// Pictures in a row, one every 40 ms from a time on.
  private static func row(_ time: Int, _ pictures: ClosedRange<Int>) -> [(Int, Int)] {
    pictures.map { (time + 40 * ($0 - pictures.lowerBound), $0) }
  }

  private static let cases = [
    Case(
      testDescription: "a gap, in which nothing hidden is shown",
      edits: [
        .init(duration: 200, mediaTime: 200), .empty(200), .init(duration: 200, mediaTime: 600),
      ],
      shown: row(0, 5...9) + row(400, 15...19), heard: [2, 3, -1, -1, 6, 7], length: 600),
    Case(
      testDescription: "nothing at the end",
      edits: [.init(duration: 200, mediaTime: 600), .empty(500)],
      shown: row(0, 15...19), heard: [6, 7], length: 200),
    Case(
      testDescription: "late by two edits",
      edits: [.empty(100), .empty(100), .init(duration: 200, mediaTime: 400)],
      shown: row(0, 10...14), heard: [4, 5], length: 200),
    Case(
      testDescription: "two parts",
      edits: [.init(duration: 400, mediaTime: 0), .init(duration: 400, mediaTime: 600)],
      shown: row(0, 0...9) + row(400, 15...24), heard: [0, 1, 2, 3, 6, 7, 8, 9], length: 800),
    Case(
      testDescription: "one part in many edits",
      edits: (0..<20).map { .init(duration: 40, mediaTime: 40 * $0 + 80) },
      shown: row(0, 2...21), heard: [], length: 800),
    Case(
      testDescription: "back to the start",
      edits: [.init(duration: 400, mediaTime: 600), .init(duration: 400, mediaTime: 0)],
      shown: row(0, 15...24) + row(400, 0...9), heard: [6, 7, 8, 9, 0, 1, 2, 3], length: 800),
    Case(
      testDescription: "backwards, picture by picture",
      edits: (0..<20).map { .init(duration: 40, mediaTime: 40 * (20 - $0)) },
      shown: (0..<20).map { (40 * $0, 20 - $0) }, heard: [], length: 800),
    Case(
      testDescription: "the same part three times",
      edits: Array(repeating: .init(duration: 200, mediaTime: 400), count: 3),
      shown: row(0, 10...14) + row(200, 10...14) + row(400, 10...14),
      heard: [4, 5, 4, 5, 4, 5], length: 600),
    Case(
      testDescription: "cuts in the middle of pictures",
      edits: [.init(duration: 100, mediaTime: 100), .init(duration: 100, mediaTime: 620)],
      shown: [(0, 2), (20, 3), (60, 4), (100, 15), (120, 16), (160, 17)], heard: [1, -2],
      length: 200),
    Case(
      testDescription: "a held picture, whose sound is silent",
      edits: [
        .init(duration: 200, mediaTime: 0), .init(duration: 300, mediaTime: 200, rate: 0),
        .init(duration: 200, mediaTime: 600),
      ],
      shown: row(0, 0...5) + row(500, 15...19), heard: [0, 1, -1, -1, -1, 6, 7], length: 700),
    Case(
      testDescription: "a held picture that goes on",
      edits: [
        .init(duration: 300, mediaTime: 200, rate: 0), .init(duration: 200, mediaTime: 200),
      ],
      shown: [(0, 5)] + row(340, 6...9), heard: [], length: 500),
    Case(
      testDescription: "a held picture at the end",
      edits: [
        .init(duration: 400, mediaTime: 0), .init(duration: 1000, mediaTime: 400, rate: 0),
      ],
      shown: row(0, 0...10), heard: [0, 1, 2, 3], length: 1400),
    Case(
      testDescription: "edits that last no time between others",
      edits: [
        .init(duration: 0, mediaTime: 0), .init(duration: 200, mediaTime: 200),
        .init(duration: 0, mediaTime: 800), .init(duration: 200, mediaTime: 600),
      ],
      shown: row(0, 5...9) + row(200, 15...19), heard: [2, 3, 6, 7], length: 400),
    Case(
      testDescription: "a part that ends after the media",
      edits: [.init(duration: 200, mediaTime: 920), .init(duration: 200, mediaTime: 0)],
      shown: row(0, 23...24) + row(200, 0...4), heard: [-2, -1, 0, 1], length: 400),
  ]

  private static let soundRate = 8000

  /// Sound whose loudness tells its tenth of a second.
  private static let steps = (0..<soundRate).map { place -> Float in
    let level = Float(place / (soundRate / 10) + 1) / 20
    return level * sin(Float(place) * .pi / 4) * (1 + sin(Float(place) * .pi / 7.3)) / 2
  }

  private func movie(_ edits: [MovieMaker.Edit]) throws -> OpenFile {
    let source = try Movies.pictures.get()
    let delay = Int64(source.video[0].compositionOffset)
    func counted(_ rate: Int64, from start: Int64) -> [MovieMaker.Edit] {
      edits.map { edit in
        var edit = edit
        if edit.mediaTime >= 0 { edit.mediaTime = edit.mediaTime * rate / 1000 + start }
        return edit
      }
    }
    return try Movies.file([
      Movies.video(counted(Int64(source.videoTimescale), from: delay)),
      Movies.sound(Self.steps, rate: Self.soundRate, counted(Int64(Self.soundRate), from: 0)),
    ])
  }

  /// The tenth of a second of `steps` that each tenth of the output is.
  private func tenths(_ played: Played) -> [Int] {
    let sound = played.sound.first ?? []
    let tenth = played.sampleRate / 10
    return (0..<max(1, sound.count + tenth / 2) / max(1, tenth)).map { number in
      // AAC rings for a few milliseconds where loudness changes.
      let inside = sound.dropFirst(number * tenth).prefix(tenth).dropFirst(tenth / 4).dropLast(
        tenth / 4)
      let level = inside.map(abs).reduce(0, +) / Float(max(1, inside.count))
      return Int((level * 20 * .pi).rounded()) - 1
    }
  }

  @Test(arguments: cases)
  func `what an edit list names is shown when it says so, and nothing else is`(
    movie: Case
  ) throws {
    let run = try Run(self.movie(movie.edits))
    #expect(run.report.accepted, "\(run.codes)")
    let played = try Played(run.movie)
    #expect(played.frames(step: 8) == movie.shown.map(\.picture))
    let times = played.times.map { Int(($0 / .milliseconds(1)).rounded()) }
    #expect(times == movie.shown.map(\.time))
    let length = try #require(run.report.output?.facts.duration.presented) / .milliseconds(1)
    #expect(abs(length - Double(movie.length)) < 50)
    #expect(run.warnings.allSatisfy { $0.hasPrefix("duration.") })
  }

  @Test(arguments: cases)
  func `the facts are those of what is shown`(movie: Case) throws {
    let file = try self.movie(movie.edits)
    let examination = try Pipeline.examine(
      descriptor: file.descriptor, policy: Policy(), depth: .everything)
    let facts = try #require(
      withExtendedLifetime(file) { examination.facts }, "\(examination.reasons)")
    #expect(facts.duration.presented == .milliseconds(movie.length))
    #expect(facts.video?.frameCount == movie.shown.count)
    #expect(examination.reasons.isEmpty)
    #expect(examination.warnings.allSatisfy { $0.code.rawValue.hasPrefix("duration.") })
  }

  @Test(arguments: cases.filter { !$0.heard.isEmpty })
  func `sound is cut as the pictures are, and silent where no edit plays it`(movie: Case) throws {
    let played = try Played(Run(self.movie(movie.edits)).movie)
    let heard = tenths(played)
    for (tenth, wanted) in movie.heard.enumerated() where wanted != -2 {
      #expect(heard.indices.contains(tenth) ? heard[tenth] == wanted : wanted == -1, "\(heard)")
    }
  }

  @Test(arguments: [(0, 5), (250, 9), (350, 9), (399, 9), (400, 15), (500, 17)])
  func `a poster is the picture on screen, in a gap the one before it`(
    time: Int, picture: Int
  ) throws {
    let run = try Run(
      movie([
        .init(duration: 200, mediaTime: 200), .empty(200), .init(duration: 200, mediaTime: 600),
      ]), posterTime: .at(.milliseconds(time)))
    let grey = try #require(try Pictures(run.poster.path, as: .quadrants).pixels.first?.first)
    // The poster is in full range.
    #expect(Int((Double(grey) * 219 / 255 / 8).rounded()) == picture)
  }

  @Test(arguments: [(300, 900), (100, 250), (350, 500)])
  func `a trim counts on the movie's time line`(from: Int, to: Int) throws {
    let edits: [MovieMaker.Edit] = [
      .init(duration: 400, mediaTime: 600), .empty(100), .init(duration: 400, mediaTime: 0),
    ]
    let run = try Run(
      movie(edits),
      trim: Trim(from: .milliseconds(from), end: .to(.milliseconds(to))))
    #expect(run.report.output?.facts.duration.presented == .milliseconds(to - from))
    let all = Self.row(0, 15...24) + Self.row(500, 0...9)
    let first = all.lastIndex { $0.0 <= from } ?? 0
    #expect(try Played(run.movie).frames(step: 8) == all[first...].filter { $0.0 < to }.map(\.1))
  }

  @Test(arguments: [0x8000, 0x2_0000, 0x1_8000, -0x1_0000, 1] as [Int32])
  func `another speed is refused, by all that look at the movie`(rate: Int32) throws {
    let file = try movie([.init(duration: 500, mediaTime: 200, rate: rate)])
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    #expect(examination.reasons.map(\.code) == [.formatNotAllowed])
    #expect(try Run(file).codes == ["movie.format_not_allowed"])
  }

  @Test(arguments: [
    [MovieMaker.Edit.empty(500)], [.init(duration: 500, mediaTime: 90_000)],
    [.init(duration: 500, mediaTime: 90_000, rate: 0)],
  ])
  func `a movie that shows no picture is none`(edits: [MovieMaker.Edit]) throws {
    let file = try movie(edits)
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    #expect(examination.reasons.map(\.code) == [.noVideo])
    #expect(try Run(file).codes == ["movie.no_video"])
  }

  @Test func `lists that go back without end are refused as too complex`() throws {
    var policy = Policy()
    policy.maxPackets = 20_000
    let wave = Array(Self.steps)
    let source = try Movies.pictures.get()
    let pictures = (0..<1200).flatMap { _ in [source.video[0]] }
    var track = try MovieMaker.Track.video(
      pictures, avcConfiguration: source.avcConfiguration, width: 64, height: 48,
      timescale: source.videoTimescale)
    track.edits = (0..<1000).map { .init(duration: 1, mediaTime: 1024 + 512 * Int64(1000 - $0)) }
    let file = try Movies.file([track, Movies.sound(wave, rate: Self.soundRate)])
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: policy)
    #expect(examination.reasons.map(\.code) == [.tooComplex])
  }
}
