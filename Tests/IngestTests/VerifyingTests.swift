import FFmpeg
import Rules
import TestSupport
import Testing

@testable import Ingest

/// The two halves of `process`, which may run in two processes.
@Suite(.movies) struct VerifyingTests {
  /// What `make` wrote, and what it said. (`Expectation` alone could be that of Testing.)
  private struct Made {
    let report: Report
    let expectation: Rules.Expectation?
    let movie: OpenFile
    let poster: OpenFile
  }

  private static func made(
    _ source: OpenFile, policy: Policy = Policy(), trim: Trim = .none, targetBytes: Int64? = nil
  ) throws -> Made {
    let (movie, poster) = (try OpenFile(), try OpenFile())
    let (report, expectation) = try Pipeline.make(
      descriptor: source.descriptor, name: "movie", policy: policy, trim: trim,
      outputs: .init(
        movie: movie.descriptor, poster: poster.descriptor, targetBytes: targetBytes))
    return Made(report: report, expectation: expectation, movie: movie, poster: poster)
  }

  /// A second of 25 pictures, with or without sound.
  private static func source(
    sound: Bool = true, pictures: Int = 25, type: String = "mp4"
  ) throws -> OpenFile {
    let picture = [
      "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-frames:v", "\(pictures)", "-c:v",
      "libx264", "-preset", "ultrafast",
    ]
    let tone = sound ? ["-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac"] : []
    return try OpenFile(MadeMovie.path(tone + picture, type: type))
  }

  /// How `verify` ends on bytes that are not what they must be.
  private func error(
    _ bytes: [UInt8], _ expectation: Rules.Expectation, policy: Policy = Policy()
  ) throws -> IngestError? {
    let file = try OpenFile(holding: bytes)
    return #expect(throws: IngestError.self) {
      try Pipeline.verify(descriptor: file.descriptor, policy: policy, expectation: expectation)
    }
  }

  @Test(arguments: [true, false])
  func `what was made is what was expected, and is told as it lies there`(sound: Bool) throws {
    let made = try Self.made(Self.source(sound: sound))
    #expect(made.report.accepted && made.report.output == nil && made.report.poster != nil)
    #expect(made.expectation == Expectation(pictures: 25, hasSound: sound))
    let output = try Pipeline.verify(
      descriptor: made.movie.descriptor, policy: Policy(),
      expectation: #require(made.expectation))
    #expect(output.bytes == made.movie.size)
    #expect(output.facts.bytes == made.movie.size)
    #expect(output.facts.video?.frameCount == 25)
    #expect((output.facts.audio != nil) == sound)
    var hash = try SHA256()
    hash.update(made.movie.bytes)
    let digest = hash.finish()
    #expect(output.sha256 == digest)
    #expect(made.poster.size == made.report.poster?.bytes)
  }

  @Test(arguments: [.none, Trim(from: .milliseconds(200), end: .tail(.milliseconds(200)))])
  func `both halves come to what process comes to`(trim: Trim) throws {
    let source = try Self.source()
    let made = try Self.made(source, trim: trim)
    let output = try Pipeline.verify(
      descriptor: made.movie.descriptor, policy: Policy(),
      expectation: #require(made.expectation))
    let whole = try Run(source, trim: trim)
    #expect(made.movie.bytes == whole.movie.bytes)
    #expect(made.poster.bytes == whole.poster.bytes)
    var report = made.report
    report.output = output
    report.timing = whole.report.timing
    #expect(report == whole.report)
  }

  @Test func `nothing is expected, and nothing written, after a refusal`() throws {
    let made = try Self.made(Self.source(), targetBytes: 1)
    #expect(made.report.reasons.map(\.code) == [.outputCannotFit])
    #expect(made.expectation == nil)
    #expect(made.movie.size == 0)
    #expect(made.poster.size == 0)
  }

  @Test func `a movie that is cut off anywhere is a fault`() throws {
    let made = try Self.made(Self.source())
    let bytes = made.movie.bytes
    let expectation = try #require(made.expectation)
    for count in [bytes.count - 1, bytes.count / 2, 100, 8, 1, 0] {
      let error = try error(Array(bytes.prefix(count)), expectation)
      #expect(error?.code == .fault, "\(count) of \(bytes.count) bytes: \(error as Any)")
    }
  }

  @Test(arguments: [-25, -1, 1, 1_000_000])
  func `another count of pictures is a fault`(difference: Int) throws {
    let made = try Self.made(Self.source())
    let error = try error(
      made.movie.bytes, Expectation(pictures: 25 + difference, hasSound: true))
    #expect(error?.code == .fault)
  }

  @Test(arguments: [true, false])
  func `sound that is missing, or that nobody expects, is a fault`(sound: Bool) throws {
    let made = try Self.made(Self.source(sound: sound))
    let error = try error(made.movie.bytes, Expectation(pictures: 25, hasSound: !sound))
    #expect(error?.code == .fault)
  }

  @Test func `another movie in its place is a fault`() throws {
    let other = try Self.made(Self.source(pictures: 24))
    let error = try error(other.movie.bytes, Expectation(pictures: 25, hasSound: true))
    #expect(error?.code == .fault)
  }

  @Test(arguments: [
    Policy(maxDuration: .milliseconds(500)), Policy(maxBytes: 1_000), Policy(maxPixels: 1_000),
    Policy(maxFrameRate: 24),
  ])
  func `what the policy would refuse is a fault`(policy: Policy) throws {
    let made = try Self.made(Self.source())
    let error = try error(made.movie.bytes, #require(made.expectation), policy: policy)
    #expect(error?.code == .fault)
  }

  @Test func `what is no MP4 is a fault, as good as it may be`() throws {
    let error = try error(
      Self.source(type: "mkv").bytes, Expectation(pictures: 25, hasSound: true))
    #expect(error?.code == .fault)
  }

  @Test func `an interruption is told as one`() throws {
    let made = try Self.made(Self.source())
    let interruption = Interruption()
    interruption.interrupt()
    let error = #expect(throws: IngestError.self) {
      try Pipeline.verify(
        descriptor: made.movie.descriptor, policy: Policy(),
        expectation: #require(made.expectation), interruption: interruption)
    }
    #expect(error?.code == .interrupted)
  }

  @Test func `what can't be read is told as that`() throws {
    let null = try OpenFile("/dev/null")
    for descriptor in [null.descriptor, -1] {
      let error = #expect(throws: IngestError.self) {
        try Pipeline.verify(
          descriptor: descriptor, policy: Policy(),
          expectation: Expectation(pictures: 1, hasSound: false))
      }
      #expect(error?.code == .unreadable)
    }
  }

  /// How `verifyPoster` ends on a poster that was changed, in its bytes or in what is said of it.
  private func posterError(
    _ change: (inout [UInt8], inout PosterReport) -> Void
  ) throws -> IngestError? {
    let made = try Self.made(Self.source())
    var bytes = made.poster.bytes
    var poster = try #require(made.report.poster)
    change(&bytes, &poster)
    let file = try OpenFile(holding: bytes)
    do {
      try Pipeline.verifyPoster(descriptor: file.descriptor, policy: Policy(), poster: poster)
      return nil
    } catch {
      return error
    }
  }

  /// Puts a segment behind the first two bytes, and says so.
  private static func insert(
    _ segment: [UInt8], _ bytes: inout [UInt8], _ poster: inout PosterReport
  ) {
    bytes.insert(contentsOf: segment, at: 2)
    poster.bytes = Int64(bytes.count)
  }

  @Test func `a poster as it was made is what it must be`() throws {
    #expect(try posterError { _, _ in } == nil)
  }

  @Test(
    arguments: [
      // what is said of it
      { $1.width += 2 }, { $1.height -= 1 }, { $1.bytes += 1 },
      // text beside the picture: a comment, Exif, JFIF's thumbnail
      { insert([0xFF, 0xFE, 0, 4, 0x68, 0x69], &$0, &$1) },
      { insert([0xFF, 0xE1, 0, 8] + Array("Exif\0\0".utf8), &$0, &$1) },
      { insert([0xFF, 0xE0, 0, 4, 0, 0], &$0, &$1) },
      // something after the picture
      {
        $0 += Array("<script>".utf8)
        $1.bytes = Int64($0.count)
      },
      {
        $0 += [0xFF, 0xD9]
        $1.bytes = Int64($0.count)
      },
      // not whole, or nothing
      {
        $0.removeLast(2)
        $1.bytes -= 2
      },
      {
        $0 = Array($0.prefix(300)) + [0xFF, 0xD9]
        $1.bytes = 302
      },
      {
        $0 = []
        $1.bytes = 0
      },
      // another kind of file
      {
        $0 = Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)
        $1.bytes = Int64($0.count)
      },
      // tables that are none: too long, a second time, or counts of other values than there are
      { insert([0xFF, 0xDB, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 65_533), &$0, &$1) },
      { insert([0xFF, 0xDB, 0, 67] + [UInt8](repeating: 1, count: 65), &$0, &$1) },
      { insert([0xFF, 0xC4, 0, 20] + [UInt8](repeating: 1, count: 18), &$0, &$1) },
      // over the profile's 100 KB
      {
        for _ in 0..<2 {
          insert([0xFF, 0xDB, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 65_533), &$0, &$1)
        }
      },
    ] as [@Sendable (inout [UInt8], inout PosterReport) -> Void])
  func `a poster that is not what it must be is a fault`(
    change: @escaping @Sendable (inout [UInt8], inout PosterReport) -> Void
  ) throws {
    #expect(try posterError(change)?.code == .fault)
  }
}
