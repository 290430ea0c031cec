import Foundation
import Glibc
import Synchronization
import TestSupport

/// Kills the processes that a service opens movies in, from outside.
final class ChildHunter: Sendable {
  private struct State {
    var seen: [Int32: ContinuousClock.Instant] = [:]
    var killed: Set<Int32> = []
    var isOver = false
  }

  private let state = Mutex(State())
  private let isDone = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - most: how many are killed.
  ///   - age: how long one lives at least, so that it has its movie.
  init(_ service: RunningService, most: Int, age: Duration) {
    // The thread has the number alone: a service ends with the last reference to it.
    let server = service.process
    Thread { [self] in
      while state.withLock({ !$0.isOver && $0.killed.count < most }) {
        let children = ProcessTable.children(ofServer: server).map(\.id)
        let now = ContinuousClock().now
        state.withLock { state in
          for child in children where !state.killed.contains(child) {
            let since = state.seen[child] ?? now
            state.seen[child] = since
            guard now - since >= age, state.killed.count < most else { continue }
            kill(child, SIGKILL)
            state.killed.insert(child)
          }
        }
        usleep(1_000)
      }
      isDone.signal()
    }.start()
  }

  /// Stops, and gives how many were killed.
  func end() -> Int {
    state.withLock { $0.isOver = true }
    isDone.wait()
    return state.withLock { $0.killed.count }
  }
}
