internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

/// Changed movies through the whole way: confined, made, verified, named.
@Suite(.readers) struct MutationTests {
  private static let picture = ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=0.6"]
  private static let sound = ["-f", "lavfi", "-i", "sine=500:d=0.6:r=48000"]

  /// One small movie of each kind that people send.
  private static let bases: [(type: String, arguments: [String])] = [
    ("mp4", ["-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "aac"]),
    ("mov", ["-c:v", "mpeg4", "-c:a", "pcm_s16le"]),
    ("webm", ["-c:v", "libvpx", "-c:a", "libopus"]),
    ("ts", ["-c:v", "mpeg2video", "-c:a", "mp2"]),
  ]

  @Test func `No changed movie reaches more than its own result`() throws {
    let count = Soak.count(2_000, soak: 100_000) / Self.bases.count
    var passed = 0
    var failed = 0
    for (type, arguments) in Self.bases {
      let whole = [UInt8](
        try Data(
          contentsOf: URL(
            filePath: MadeMovie.path(Self.picture + Self.sound + arguments, type: type))))
      for batch in stride(from: 0, to: count, by: 100) {
        let problems = try problems(of: whole, type, seeds: batch..<min(count, batch + 100))
        for problem in problems { Issue.record("\(type): \(problem)") }
        failed += problems.count
        passed += min(count, batch + 100) - batch - problems.count
      }
    }
    print("\(passed) passed, \(failed) failed")
  }

  /// Processes a folder of changed movies in one run.
  private func problems(
    of whole: [UInt8], _ type: String, seeds: Range<Int>
  ) throws -> [String] {
    let inputs = try ScratchFolder()
    let outputs = try ScratchFolder()
    let paths = try seeds.map { seed in
      try inputs.write(Data(Mutation.of(whole, seed: UInt64(seed))), as: "\(seed).\(type)")
    }
    // The budget of a file is 20 s of processor time; small movies must not come near it. Two dozen
    // descriptors are enough for a movie, and would not be for a hundred that each leave one.
    let words = ["-c", "ulimit -n 24; exec \"$0\" \"$@\"", try Program.clipgate().path]
    let running = try Program(path: "/bin/sh").start(
      words + ["process", "--json", "-o", outputs.path, "--"] + paths,
      environment: ["CLIPGATE_POLICY_MAX_CPU_SECONDS": "5"])
    let outcome = try running.wait(deadline: .seconds(300))
    var problems: [String] = []
    // It led a group of its own, in which its children are.
    if ProcessTable.runs(group: running.process) { problems.append("a process is left") }
    if ![.exit(0), .exit(1)].contains(outcome.ending) {
      let last = seeds.lowerBound + outcome.lines.count
      problems.append("\(outcome.ending) after seed \(last): \(outcome.errors.prefix(300))")
    }
    let reports = try Clipgate.documents(outcome)
    if reports.count != paths.count {
      problems.append("\(reports.count) reports of \(paths.count)")
    }
    var expected: Set<String> = []
    for (seed, report) in zip(seeds, reports) {
      let codes = report["reasons"].items.compactMap { $0["code"].string }
      if codes.contains("movie.crashed_decoder") || codes.contains("movie.took_too_long") {
        problems.append("seed \(seed): \(codes)")
      }
      if report["accepted"].bool == true {
        expected.formUnion(["\(seed).mp4", "\(seed).jpg", "\(seed).json"])
      }
    }
    if Set(outputs.names) != expected {
      problems.append("files: \(Set(outputs.names).symmetricDifference(expected).sorted())")
    }
    return problems
  }
}
