import FFmpeg
import Rules
import TestSupport
import Testing

@testable import Ingest

@Suite(.movies) struct ProcessingTests {
  /// Two seconds that do not compress well.
  private static func noise() throws -> OpenFile {
    try OpenFile(
      MadeMovie.path([
        "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=2,noise=alls=40:allf=t", "-f", "lavfi",
        "-i", "sine=d=2", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", "-c:a", "aac",
      ]))
  }

  @Test(arguments: [60_000, 120_000, 400_000])
  func `an output is never above its target, and progress never falls`(target: Int64) throws {
    let run = try Run(Self.noise(), targetBytes: target)
    #expect(run.report.accepted, "\(run.codes)")
    #expect(run.movie.size <= target)
    #expect(run.report.output?.bytes == run.movie.size)
    #expect(run.report.output?.facts.video?.frameCount == 50)
    #expect(run.progress == run.progress.sorted())
    #expect(run.progress.allSatisfy { (0...1).contains($0) } && run.progress.count > 10)
  }

  @Test(arguments: [1, 3000])
  func `a target that nothing fits is refused`(target: Int64) throws {
    let run = try Run(Self.noise(), targetBytes: target)
    #expect(run.codes == ["output.cannot_fit"])
    #expect(run.report.output == nil)
    #expect(run.report.poster == nil)
  }

  /// A movie of 100 key pictures of which every so many is damaged.
  private static func damaged(_ isDamaged: (Int) -> Bool) throws -> OpenFile {
    let source = try MovieMakerSource(ffmpeg: [
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=4", "-c:v", "libx264", "-g", "1", "-crf", "20",
      "-preset", "ultrafast",
    ])
    var random = SeededGenerator(seed: 3)
    let samples = source.video.enumerated().map { index, sample in
      guard isDamaged(index) else { return sample }
      var sample = sample
      // Lengths and the start of the slice stay; what is coded in it does not.
      for place in sample.bytes.indices.dropFirst(sample.bytes.count - 400) {
        sample.bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      return sample
    }
    let track = try MovieMaker.Track.video(
      samples, avcConfiguration: source.avcConfiguration, width: 64, height: 48,
      timescale: source.videoTimescale)
    return try Movies.file([track])
  }

  @Test func `a few damaged pictures are a warning, and the time line stays`() throws {
    let run = try Run(Self.damaged { $0 % 20 == 7 })
    #expect(run.report.accepted, "\(run.codes)")
    #expect(run.warnings == ["video.damaged"])
    let facts = try #require(run.report.output?.facts)
    #expect(abs((facts.duration.presented ?? .zero) / .seconds(1) - 4) < 0.001)
    let times = try Played(run.movie).times
    #expect(times.contains(.milliseconds(40 * 99)))
    #expect(times.contains(.milliseconds(40 * 50)))
  }

  @Test func `many damaged pictures are a corrupt movie`() throws {
    let run = try Run(Self.damaged { $0 % 10 < 3 })
    #expect(run.codes == ["movie.corrupt"])
    #expect(run.report.output == nil)
  }

  @Test func `a movie without damage has no warning`() throws {
    #expect(try Run(Self.damaged { _ in false }).warnings == [])
  }

  @Test(arguments: [0, 1, 5])
  func `an interruption ends the work with an error`(pictures: Int) throws {
    let interruption = Interruption()
    if pictures == 0 { interruption.interrupt() }
    var told = 0
    let error = #expect(throws: IngestError.self) {
      _ = try Run(Self.noise(), interruption: interruption) { _ in
        told += 1
        if told == pictures { interruption.interrupt() }
      }
    }
    #expect(error?.code == .interrupted)
  }

  @Test func `processor time that is used up refuses the movie`() throws {
    let run = try Run(Self.noise(), policy: Policy(maxCPUSeconds: 0))
    #expect(run.codes == ["movie.took_too_long"])
  }

  @Test func `a full device is told from one that can't be written`() throws {
    let source = try Self.noise()
    let unreadable = try OpenFile("/dev/null")
    let full = try OpenFile("/dev/full", .writing)
    for (output, code) in [(full, IngestError.Code.diskFull), (unreadable, .unwritable)] {
      let error = #expect(throws: IngestError.self) {
        _ = try Pipeline.process(
          descriptor: source.descriptor, name: "", policy: Policy(),
          outputs: .init(movie: output.descriptor))
      }
      #expect(error?.code == code)
    }
  }

  @Test func `a descriptor that is no regular file is unreadable`() throws {
    let null = try OpenFile("/dev/null")
    for descriptor in [null.descriptor, -1] {
      let error = #expect(throws: IngestError.self) {
        _ = try Pipeline.examine(descriptor: descriptor, policy: Policy())
      }
      #expect(error?.code == .unreadable)
    }
  }
}
