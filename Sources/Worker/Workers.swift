internal import Foundation
package import Ledger
package import Sandbox
package import Storage
internal import Threads

/// The workers of one process: they claim jobs, have them done in children, store what was made, and
/// say so.
///
/// `@unchecked`: everything that changes is behind `condition`.
package final class Workers: @unchecked Sendable {
  /// What workers need of the rest of the service.
  package struct Rooms: Sendable {
    /// Where jobs are claimed.
    package var ledger: any Ledger
    /// Where bytes rest.
    package var store: any ObjectStore
    /// Its fork server makes the children.
    package var runner: Runner
    /// Hears how each child ended, and after how long.
    package var childEnded: @Sendable (Request, ConfinedChild.Outcome, Duration) -> Void
    /// Hears what became of each claim, and what could not be done.
    package var told: @Sendable (WorkerNews) -> Void

    package init(
      ledger: any Ledger, store: any ObjectStore, runner: Runner,
      childEnded: @escaping @Sendable (Request, ConfinedChild.Outcome, Duration) -> Void,
      told: @escaping @Sendable (WorkerNews) -> Void
    ) {
      self.ledger = ledger
      self.store = store
      self.runner = runner
      self.childEnded = childEnded
      self.told = told
    }
  }

  private enum Phase {
    case working
    /// No job is begun any more.
    case ending
    /// Jobs at work are handed back.
    case handingBack
  }

  private let rooms: Rooms
  private let name: String
  private let keepsOriginals: Bool
  private let condition = Condition()
  private var phase = Phase.working
  private var threads = 0
  /// How often somebody said that a job waits.
  private var calls = 0

  /// How long a job that another process admitted, or one whose lease has run out, may wait.
  private static let interval = Duration.milliseconds(500)
  /// How long a worker waits that found no room, no descriptor or no process.
  private static let pauseInterval = Duration.seconds(3)

  /// - Parameters:
  ///   - rooms: where jobs, bytes and children come from.
  ///   - name: of this process; no other one has it.
  ///   - keepsOriginals: whether the received bytes stay when a job has ended.
  package init(_ rooms: Rooms, name: String, keepsOriginals: Bool) {
    self.rooms = rooms
    self.name = name
    self.keepsOriginals = keepsOriginals
  }

  /// Begins to work.
  ///
  /// - Parameter count: how many movies are made at once.
  package func start(_ count: Int) {
    condition.withLock { threads += count }
    for number in 0..<count {
      let thread = Thread { [self] in work() }
      thread.name = "worker \(number)"
      thread.start()
    }
  }

  /// Says that a job waits.
  package func wake() {
    condition.withLock {
      calls += 1
      condition.signal()
    }
  }

  /// Begins no more jobs, lets those at work be done, hands back what is not, and returns.
  ///
  /// - Parameter time: when that is over, jobs are handed back; children are killed then, so that it
  ///   takes no longer.
  package func end(within time: Duration) {
    let deadline = SuspendingClock().now + time
    condition.withLock {
      if phase == .working { phase = .ending }
      condition.broadcast()
      while threads > 0, condition.wait(until: deadline) {}
      phase = .handingBack
      while threads > 0 { condition.wait() }
    }
  }

  private func work() {
    while condition.withLock({ phase == .working }) {
      let seen = condition.withLock { calls }
      do throws(LedgerError) {
        if let claim = try rooms.ledger.claim(worker: name) {
          if case .wanting = perform(claim) { pause() }
          continue
        }
      } catch {
        rooms.told(.ledgerFailed(error))
      }
      rest(since: seen)
    }
    condition.withLock {
      threads -= 1
      condition.broadcast()
    }
  }

  /// Waits until there may be something to do.
  private func rest(since seen: Int) {
    condition.withLock {
      guard phase == .working, calls == seen else { return }
      condition.wait(for: Self.interval)
    }
  }

  /// Waits while the machine lacks something; a job that is asked for does not shorten it.
  private func pause() {
    condition.withLock {
      let end = SuspendingClock().now + Self.pauseInterval
      while phase == .working, condition.wait(until: end) {}
    }
  }

  private func perform(_ claim: Claim) -> JobEnding {
    let run = JobRun(
      claim, rooms: rooms, keepsOriginals: keepsOriginals,
      isHandedBack: { [self] in condition.withLock { phase == .handingBack } })
    rooms.told(.began(claim))
    let started = ContinuousClock().now
    let ending = run.perform()
    rooms.told(.ended(claim, ending, ContinuousClock().now - started))
    return ending
  }
}
