import FFmpeg
import Rules
import TestSupport
import Testing

/// Which pictures come out, and when they are shown.
@Suite(.movies) struct PictureLineTests {
  private static let frame = Ratio(1, 30)

  private func run(_ path: String, _ trim: Trim = .none, _ policy: Policy = Policy()) throws -> Run
  {
    let run = try Run(OpenFile(path), policy: policy, trim: trim)
    try #require(run.report.accepted, "\(run.codes)")
    return run
  }

  /// How long the output is, by its own edit list.
  private func length(_ run: Run) -> Duration {
    run.report.output?.facts.duration.presented ?? .zero
  }

  @Test(arguments: 0..<30)
  func `a cut on a picture's edge starts with it and ends before the one at its end`(
    start: Int
  ) throws {
    let stop = min(30, start + 5)
    let run = try run(
      MadeMovie.ramp(),
      Trim(
        from: Self.frame.duration(Int64(start)), end: .to(Self.frame.duration(Int64(stop)))))
    let played = try Played(run.movie)
    #expect(played.frames() == Array(start..<stop))
    #expect(played.times == (0..<stop - start).map { Self.frame.duration(Int64($0)) })
    #expect(abs((length(run) - Self.frame.duration(Int64(stop - start))) / .milliseconds(1)) < 0.1)
    #expect(run.warnings == [])
  }

  @Test(arguments: [1, 7, 14, 28])
  func `a cut within a picture shows it for the rest of its time`(start: Int) throws {
    let half = Self.frame.duration(1) / 2
    let from = Self.frame.duration(Int64(start)) + half
    let run = try run(MadeMovie.ramp(), Trim(from: from))
    let played = try Played(run.movie)
    #expect(played.frames() == Array(start..<30))
    #expect(played.times.first == .zero)
    if played.times.count > 1 {
      #expect(abs((played.times[1] - half) / .milliseconds(1)) < 0.1)
    }
    #expect(abs((length(run) - (.seconds(1) - from)) / .milliseconds(1)) < 0.1)
  }

  @Test(arguments: [1, 2, 11, 29, 30])
  func `a cut at the end shows the last picture until there`(stop: Int) throws {
    let run = try run(
      MadeMovie.ramp(), Trim(end: .to(Self.frame.duration(Int64(stop)) - .milliseconds(10))))
    let played = try Played(run.movie)
    #expect(played.frames() == Array(0..<stop))
    let end = Self.frame.duration(Int64(stop)) - .milliseconds(10)
    #expect(abs((length(run) - end) / .milliseconds(1)) < 0.1)
  }

  @Test func `pictures of varying length keep their times`() throws {
    let source = try Movies.pictures.get()
    let lengths: [UInt32] = [512, 1700, 600, 3001, 427, 999]
    // Key frames alone, so that order and length are ours.
    let keys = try MovieMakerSource(ffmpeg: [
      "-f", "lavfi", "-i", "color=black:s=64x48:r=25:d=0.24", "-vf",
      "geq=lum='16+8*N':cb=128:cr=128,format=yuv420p", "-c:v", "libx264", "-g", "1", "-crf", "10",
    ])
    let samples = zip(keys.video, lengths).map { MovieMaker.Sample(bytes: $0.bytes, duration: $1) }
    let track = try MovieMaker.Track.video(
      samples, avcConfiguration: keys.avcConfiguration, width: 64, height: 48,
      timescale: source.videoTimescale)
    let file = try Movies.file([track])
    let run = try Run(file)
    let played = try Played(run.movie)
    let base = Ratio(1, Int32(source.videoTimescale))
    var (starts, place) = ([Duration](), Int64(0))
    for length in lengths {
      starts.append(base.duration(place))
      place += Int64(length)
    }
    #expect(played.times == starts)
    #expect(abs((length(run) - base.duration(place)) / .milliseconds(1)) < 0.1)
    #expect(run.report.facts?.video?.variableFrameRate == true)
  }

  @Test(arguments: [(60, 30), (120, 30), (50, 30), (90, 30), (240, 30), (30, 30), (24, 24)])
  func `a rate over the profile's is thinned evenly, one below it is kept`(
    rate: Int, expected: Int
  ) throws {
    let path = try MadeMovie.ramp(
      frames: rate, rate: "\(rate)", step: rate > 200 ? 0 : rate > 60 ? 1 : 3)
    let run = try run(path)
    let played = try Played(run.movie)
    #expect(played.times.count == expected)
    let gaps = zip(played.times, played.times.dropFirst()).map { $1 - $0 }
    let (shortest, longest) = (gaps.min() ?? .zero, gaps.max() ?? .zero)
    // What does not divide alternates between two gaps a picture of the source apart.
    let step = rate % 30 == 0 || rate < 30 ? 0.1 : 1000.1 / Double(rate)
    #expect((longest - shortest) / .milliseconds(1) < step)
  }

  @Test func `pictures are never repeated and never dropped at a high profile's 60`() throws {
    let path = try MadeMovie.ramp(frames: 60, rate: "60", step: 3)
    let run = try run(path, .none, Policy(profile: .high))
    #expect(try Played(run.movie).frames(step: 3) == Array(0..<60))
  }

  @Test func `a movie whose pictures start late shows the first one from the start`() throws {
    let delay = Int64(try Movies.pictures.get().video[0].compositionOffset)
    let video = try Movies.video([.empty(300), .init(duration: 1000, mediaTime: delay)])
    let sound = try Movies.sound([Float](repeating: 0.1, count: 10_400), rate: 8000)
    let run = try Run(Movies.file([video, sound]))
    let played = try Played(run.movie)
    #expect(played.times.count == 25)
    #expect(played.times[0] == .zero)
    #expect(abs((played.times[1] - .milliseconds(340)) / .milliseconds(1)) < 0.1)
    #expect(abs((length(run) - .milliseconds(1300)) / .milliseconds(1)) < 0.1)
  }

  @Test func `a movie of one picture is one picture long`() throws {
    let run = try run(MadeMovie.ramp(frames: 1))
    let played = try Played(run.movie)
    #expect(played.times == [.zero])
    #expect(abs((length(run) - Self.frame.duration(1)) / .milliseconds(1)) < 0.1)
  }

  @Test func `a cut before any loss tells of none`() throws {
    for stop in [1, 2, 3, 4, 5, 9] {
      let run = try run(
        MadeMovie.ramp(), Trim(end: .to(Self.frame.duration(Int64(stop)))))
      #expect(run.warnings == [], "after \(stop)")
    }
  }
}
