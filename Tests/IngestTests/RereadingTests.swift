import Rules
import TestSupport
import Testing

@testable import Ingest

/// Movies that have to be read twice before it is known what they are.
@Suite(.movies) struct RereadingTests {
  private func processorTime(of bytes: [UInt8]) throws -> Duration {
    let file = try OpenFile(holding: bytes)
    return try (0..<3).map { _ in
      let start = Clock.thread
      let examination = try Pipeline.examine(
        descriptor: file.descriptor, policy: Policy(), depth: .everything)
      #expect(examination.facts?.video?.frameCount == 100)
      #expect(examination.reasons.isEmpty && examination.warnings.isEmpty)
      return Clock.thread - start
    }.min() ?? .zero
  }

  @Test func `a joined recording is decoded once`() throws {
    let part = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25:d=2", "-vf", "noise=alls=30:all_seed=1",
        "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-b:v", "4M",
      ], type: "ts")
    let bytes = try OpenFile(part).bytes
    let joined = try processorTime(of: bytes + bytes)
    let whole = try processorTime(of: OpenFile(MadeMovie.joined([part, part], type: "ts")).bytes)
    #expect(joined < whole * 1.5, "\(joined), \(whole)")
  }

  @Test(arguments: [Pipeline.Depth.keyFrame, .everything])
  func `the first stream that shows anything is found behind any number that do not`(
    depth: Pipeline.Depth
  ) throws {
    let hidden = try Movies.video([.empty(1000)])
    let tracks = try Array(repeating: hidden, count: 6) + [Movies.video()]
    let file = try Movies.file(tracks)
    let examination = try Pipeline.examine(
      descriptor: file.descriptor, policy: Policy(), depth: depth)
    #expect(examination.facts?.video?.index == 6)
    #expect(examination.reasons.isEmpty)
  }
}
