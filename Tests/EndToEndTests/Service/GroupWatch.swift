import Foundation
import Synchronization
import TestSupport

/// Sees how long processes outlive the one that led their group.
final class GroupWatch: Sendable {
  private struct State {
    var since: [Int32: ContinuousClock.Instant] = [:]
    var longest = Duration.zero
    var isOver = false
  }

  private final class Box: Sendable {
    let state = Mutex(State())
  }

  private let box = Box()

  init() {
    Thread { [box] in
      while !box.state.withLock({ $0.isOver }) {
        Self.look(box)
        usleep(100_000)
      }
    }.start()
  }

  deinit { box.state.withLock { $0.isOver = true } }

  /// Begins to watch a group whose leader is dead.
  func follow(_ group: Int32) {
    box.state.withLock { $0.since[group] = ContinuousClock().now }
  }

  /// The groups that have processes.
  var alive: Int { box.state.withLock { $0.since.count } }

  /// The longest time from a leader's end to the end of its group.
  var longest: Duration { box.state.withLock { $0.longest } }

  private static func look(_ box: Box) {
    guard box.state.withLock({ !$0.since.isEmpty }) else { return }
    let groups = Set(ProcessTable.processes().map(\.group))
    let now = ContinuousClock().now
    box.state.withLock { state in
      for (group, start) in state.since {
        state.longest = max(state.longest, now - start)
        if !groups.contains(group) { state.since[group] = nil }
      }
    }
  }
}
