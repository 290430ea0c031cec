internal import Foundation
internal import Synchronization

/// A run of a program with its peak memory.
package struct MeasuredRun: Sendable {
  package let outcome: Outcome
  /// The largest resident set of the program itself, in bytes.
  ///
  /// Read from `VmHWM` every millisecond while it runs. `ru_maxrss` would be no better: a spawned
  /// process starts with the figure of the process that spawned it.
  package let peakBytes: Int

  /// Runs `program` to its end; throws what `Program.run` throws.
  package init(
    _ program: Program, _ arguments: [String], environment: [String: String?] = [:],
    deadline: Duration = .seconds(60)
  ) throws {
    let running = try program.start(arguments, environment: environment)
    let watcher = PeakWatcher(process: running.process)
    watcher.start()
    defer { watcher.stop() }
    outcome = try running.wait(deadline: deadline)
    watcher.stop()
    peakBytes = watcher.peak
  }
}

/// Reads the high-water mark of a process from a thread of its own.
private final class PeakWatcher: Sendable {
  private let path: String
  private let stopped = Atomic(false)
  private let highest = Atomic(0)

  init(process: Int32) { path = "/proc/\(process)/status" }

  var peak: Int { highest.load(ordering: .acquiring) }

  func start() {
    Thread.detachNewThread { [self] in
      while !stopped.load(ordering: .acquiring) {
        if let bytes = Self.highWaterMark(of: path) {
          highest.max(bytes, ordering: .acquiringAndReleasing)
        }
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
  }

  func stop() { stopped.store(true, ordering: .releasing) }

  private static func highWaterMark(of path: String) -> Int? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        .flatMap { Int($0) }.map { $0 * 1024 }
    }
    return nil
  }
}
