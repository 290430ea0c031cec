/// Opens once, for whoever waits.
///
/// `@unchecked`: what changes is behind `condition`.
package final class Latch: @unchecked Sendable {
  private let condition = Condition()
  private var isOpen = false

  package init() {}

  /// Opens it; a second time means nothing.
  package func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  /// Waits until it is open.
  package func wait() {
    condition.withLock { while !isOpen { condition.wait() } }
  }

  /// Waits until it is open, but not for longer.
  ///
  /// - Returns: whether it is open.
  package func wait(until end: SuspendingClock.Instant) -> Bool {
    condition.withLock {
      while !isOpen, condition.wait(until: end) {}
      return isOpen
    }
  }
}
