internal import Foundation
internal import Threads

/// A few threads for what blocks: judging, databases, disks. The server's own threads never wait.
///
/// `@unchecked`: everything that changes is behind `condition`.
final class Crew: @unchecked Sendable {
  private let condition = Condition()
  private let mostWaiting: Int
  private var waiting: [@Sendable () -> Void] = []
  private var isOver = false
  private var threads = 0

  /// - Parameters:
  ///   - threads: how much is done at once.
  ///   - mostWaiting: how much may wait beside that; more is told that we are busy.
  init(threads: Int, mostWaiting: Int) {
    self.mostWaiting = mostWaiting
    self.threads = threads
    for number in 0..<threads {
      let thread = Thread { [self] in work() }
      thread.name = "crew \(number)"
      thread.start()
    }
  }

  /// Has something done, soon and on a thread that may wait.
  ///
  /// - Returns: whether it will be done; false where too much waits already, or all is over.
  func take(_ work: @escaping @Sendable () -> Void) -> Bool {
    condition.withLock {
      guard !isOver, waiting.count < mostWaiting else { return false }
      waiting.append(work)
      condition.signal()
      return true
    }
  }

  /// Lets what was taken be done, takes nothing more, and returns when it is, or when the time is over.
  func end(within time: Duration) {
    let deadline = SuspendingClock().now + time
    condition.withLock {
      isOver = true
      condition.broadcast()
      while threads > 0, condition.wait(until: deadline) {}
    }
  }

  private func work() {
    while let next = next() { next() }
    condition.withLock {
      threads -= 1
      condition.broadcast()
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      while waiting.isEmpty {
        if isOver { return nil }
        condition.wait()
      }
      return waiting.removeFirst()
    }
  }
}
