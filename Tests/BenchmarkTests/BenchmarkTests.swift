import Foundation
import TestSupport
import Testing

/// The benchmark's own tests: that it measures what it says, and fails when a bound is crossed.
@Suite struct BenchmarkTests {
  static let canRun = ["python3", "ffmpeg", "ffprobe"].allSatisfy {
    Program.installed($0) != nil
  }

  @Test(
    .enabled(if: canRun, "python3, ffmpeg or ffprobe is not here"),
    arguments: ["test_bench", "test_measures"])
  func `the benchmark's own tests pass`(_ file: String) throws {
    let python = try #require(Program.installed("python3"))
    let outcome = try python.run(
      ["-B", "-m", "unittest", "tests.\(file)"], directory: Checkout.path("Benchmarks"),
      deadline: .seconds(300))
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    // A run that found no test proves nothing.
    #expect(outcome.errors.contains(#/Ran [1-9]\d* tests/#))
  }
}
