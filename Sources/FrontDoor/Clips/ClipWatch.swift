internal import Foundation
internal import Ledger
internal import Threads

/// Tells those who wait for clips when something has changed, whatever process changed it.
///
/// `@unchecked`: everything that changes is behind `condition`.
final class ClipWatch: @unchecked Sendable {
  /// Whoever waits.
  private struct Watcher {
    var deadline: SuspendingClock.Instant
    /// Called on the watch's thread; true ends the wait.
    var look: (_ isOver: Bool) -> Bool
  }

  private let ledger: any Ledger
  private let condition = Condition()
  private var watchers: [Int: Watcher] = [:]
  /// Those that have not looked yet.
  private var isNew: Set<Int> = []
  private var nextNumber = 0
  private var isOver = false
  private var hasEnded = false

  /// How long a change may go unseen.
  private static let interval = Duration.milliseconds(50)

  init(ledger: any Ledger) {
    self.ledger = ledger
    let thread = Thread { [self] in watch() }
    thread.name = "clip watch"
    thread.start()
  }

  /// Has `look` called now and then whenever the ledger has changed, until it says true.
  ///
  /// - Parameters:
  ///   - time: when that is over, `look` is called a last time, with true.
  ///   - look: it may read the ledger; called on the watch's thread, never twice at once. Where all waits
  ///     have ended it is called here, with true.
  /// - Returns: a number for `stop`.
  @discardableResult
  func wait(within time: Duration, _ look: @escaping @Sendable (_ isOver: Bool) -> Bool) -> Int {
    let number: Int? = condition.withLock {
      guard !isOver else { return nil }
      nextNumber += 1
      watchers[nextNumber] = Watcher(deadline: SuspendingClock().now + time, look: look)
      isNew.insert(nextNumber)
      condition.signal()
      return nextNumber
    }
    if number == nil { _ = look(true) }
    return number ?? 0
  }

  /// Ends a wait without another look.
  func stop(_ number: Int) {
    condition.withLock { watchers[number] = nil }
  }

  /// Ends all waits, each with a last look, and the thread.
  func end() {
    condition.withLock {
      isOver = true
      condition.broadcast()
      while !hasEnded { condition.wait() }
    }
  }

  private func watch() {
    var seen: Int64?
    while true {
      let isLast = condition.withLock {
        while watchers.isEmpty, !isOver { condition.wait() }
        if isNew.isEmpty, !isOver { condition.wait(for: Self.interval) }
        return isOver
      }
      // Where it can't be asked, everybody looks, and is told so by what they do.
      let count = try? ledger.changeCount()
      let hasChanged = count == nil || count != seen
      seen = count
      let now = SuspendingClock().now
      let due = condition.withLock {
        let due = watchers.filter {
          hasChanged || isLast || isNew.contains($0.key) || $0.value.deadline <= now
        }
        isNew = []
        return due
      }
      for (number, watcher) in due {
        let isOver = isLast || watcher.deadline <= now
        if watcher.look(isOver) || isOver { stop(number) }
      }
      if isLast {
        condition.withLock {
          hasEnded = true
          condition.broadcast()
        }
        return
      }
    }
  }
}
