import Foundation
import Synchronization

/// What the clients of a soak were promised and what they saw, kept apart from the service's own books.
final class SoakLedger: Sendable {
  private struct State {
    var passed: [String: Int] = [:]
    var failed: [String: Int] = [:]
    var failures: [String] = []
    var deleted: Set<String> = []
    var doubtful: Set<String> = []
    var doomed: Set<String> = []
  }

  /// Numbers, acknowledged ids, lost answers, and whether it is over.
  let promises = Promises()
  private let state = Mutex(State())

  /// Writes down one check; how it failed is worked out for one that did.
  ///
  /// - Returns: whether it passed.
  @discardableResult
  func check(
    _ what: String, _ isRight: Bool, _ detail: @autoclosure () -> String = ""
  ) -> Bool {
    let told = isRight ? "" : "\(what): \(detail())"
    state.withLock { state in
      if isRight {
        state.passed[what, default: 0] += 1
      } else {
        state.failed[what, default: 0] += 1
        if state.failures.count < 50 { state.failures.append(told) }
      }
    }
    return isRight
  }

  /// The service said that a clip is gone.
  func deleted(_ id: String) { state.withLock { _ = $0.deleted.insert(id) } }

  /// A deletion had no answer, or has none yet: the clip may be there or not.
  func isDoubtful(_ id: String) { state.withLock { _ = $0.doubtful.insert(id) } }

  /// A clip that is to fail.
  func isDoomed(_ id: String) { state.withLock { _ = $0.doomed.insert(id) } }

  var deleted: Set<String> { state.withLock { $0.deleted } }
  var doubtful: Set<String> { state.withLock { $0.doubtful } }
  /// The clips that have to be there, and ready.
  var kept: Set<String> {
    let acknowledged = promises.ids
    return state.withLock {
      acknowledged.subtracting($0.deleted).subtracting($0.doubtful).subtracting($0.doomed)
    }
  }

  var passed: Int { state.withLock { $0.passed.values.reduce(0, +) } }
  var failed: Int { state.withLock { $0.failed.values.reduce(0, +) } }
  /// The first that failed, and how.
  var failures: [String] { state.withLock { $0.failures } }

  /// How often each check passed and failed, and the sums in the last line.
  var summary: String {
    let (passed, failed) = state.withLock { ($0.passed, $0.failed) }
    let names = Set(passed.keys).union(failed.keys).sorted()
    let lines = names.map { "  \($0): \(passed[$0] ?? 0) passed, \(failed[$0] ?? 0) failed" }
    return (lines + ["\(self.passed) passed, \(self.failed) failed"]).joined(separator: "\n")
  }
}
