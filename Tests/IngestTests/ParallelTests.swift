import Rules
import TestSupport
import Testing

@testable import Ingest

/// The library where a program opens many movies at once.
@Suite(.movies) struct ParallelTests {
  /// What must not differ from run to run.
  private struct Outcome: Equatable, Sendable {
    var accepted: Bool
    var codes: [String]
    var sha256: String?
    var facts: Facts?

    init(_ run: Run) {
      accepted = run.report.accepted
      codes = run.codes
      sha256 = run.report.output?.sha256
      facts = run.report.facts
    }
  }

  /// Movies that pass, are refused, warn, and make libav print.
  private static func sources() throws -> [String] {
    let picture = ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=1"]
    let sound = ["-f", "lavfi", "-i", "sine=d=1"]
    return try [
      MadeMovie.path(picture + sound + ["-c:v", "libx264", "-c:a", "aac"]),
      MadeMovie.path(picture + ["-c:v", "mpeg4"], type: "avi"),
      MadeMovie.path(picture + sound + ["-c:v", "libvpx", "-c:a", "libopus"], type: "webm"),
      MadeMovie.path(
        ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=6", "-c:v", "mpeg2video"], type: "ts"),
      MadeMovie.path(
        picture + ["-c:v", "libx264", "-bsf:v", "noise=amount=3"], type: "mkv"),
    ]
  }

  @Test("B208: 32 movies at once come out as one after another")
  func many() async throws {
    let paths = try Self.sources()
    let alone = try paths.map { Outcome(try Run(OpenFile($0))) }
    #expect(alone.map(\.accepted).contains(true) && alone.map(\.accepted).contains(false))
    let results = try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
      for turn in 0..<32 {
        let place = turn % paths.count
        let path = paths[place]
        group.addTask { (place, Outcome(try Run(OpenFile(path)))) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 32)
    for (source, result) in results { #expect(result == alone[source], "\(paths[source])") }
  }
}
