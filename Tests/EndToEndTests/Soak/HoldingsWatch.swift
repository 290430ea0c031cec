import Foundation
import Glibc
import Synchronization
import TestSupport

/// Looks at what a process has, twice a second.
final class HoldingsWatch: Sendable {
  /// What a process has at a moment.
  struct Holdings: Sendable {
    /// Resident memory in bytes.
    var memory: Int64
    var descriptors: Int
    var threads: Int

    init(_ process: Int32) {
      memory = ProcessTable.residentBytes(process)
      (descriptors, threads) = (Self.count(process, "fd"), Self.count(process, "task"))
    }

    private static func count(_ process: Int32, _ folder: String) -> Int {
      let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/\(folder)")
      return names?.count ?? 0
    }
  }

  private struct State {
    var all: [Holdings] = []
    var isOver = false
  }

  private let state = Mutex(State())
  private let isDone = DispatchSemaphore(value: 0)

  init(_ process: Int32) {
    Thread { [self] in
      while !state.withLock({ $0.isOver }) {
        let holdings = Holdings(process)
        state.withLock { $0.all.append(holdings) }
        usleep(500_000)
      }
      isDone.signal()
    }.start()
  }

  /// Stops, and gives all that was seen, in order.
  func end() -> [Holdings] {
    state.withLock { $0.isOver = true }
    isDone.wait()
    return state.withLock { $0.all }
  }
}

extension [HoldingsWatch.Holdings] {
  /// The medians of the first third of the time and of the last.
  func thirds<Value: Comparable>(
    _ value: (HoldingsWatch.Holdings) -> Value
  ) -> (first: Value, last: Value)? {
    let (first, last) = (
      prefix(count / 3).map(value).sorted(), suffix(count / 3).map(value).sorted()
    )
    guard !first.isEmpty, !last.isEmpty else { return nil }
    return (first[first.count / 2], last[last.count / 2])
  }
}
