package import Foundation
package import Ledger
internal import Service
internal import Threads

/// Sends the messages of the ledger's outbox, one at a time, on a thread of its own.
///
/// A message is claimed for a lease, sent, and removed once its receiver has acknowledged it; several
/// processes may send from one outbox. What is acknowledged is never sent again, unless the process dies,
/// or the lease runs out, between the receiver's answer and the ledger's commit.
///
/// `@unchecked`: everything that changes is behind `condition`.
package final class Sender: @unchecked Sendable {
  private enum Phase {
    case working
    /// Nothing is begun any more.
    case ending
    case over
  }

  private let ledger: any Ledger
  private let name: String
  private let secrets: [WebhookSecret]
  private let courier: Courier
  private let schedule: Schedule
  private let now: @Sendable () -> Date
  private let chance: @Sendable () -> Double
  private let told: @Sendable (WebhookNews) -> Void
  private let condition = Condition()
  private var phase = Phase.over
  /// What is on its way to the receiver.
  private var sent: DeliveryClaim?
  /// How often somebody said that there may be a message.
  private var calls = 0

  /// How long a message that another process wrote, or one that waited for its next try, may wait.
  private static let interval = Duration.milliseconds(500)
  /// How long a ledger is left alone that could not be told of an acknowledgement.
  private static let pauseInterval = Duration.seconds(1)

  /// - Parameters:
  ///   - ledger: with the outbox; its lease has to be longer than the courier's patience.
  ///   - name: of this process; no other one has it.
  ///   - secrets: each signs every message.
  ///   - courier: carries them.
  ///   - schedule: when one that was not acknowledged is sent again.
  ///   - now: the clock of the world, which receivers compare with theirs.
  ///   - chance: a random number from 0 up to 1.
  ///   - told: hears what became of each.
  package init(
    ledger: any Ledger, name: String, secrets: [WebhookSecret], courier: Courier,
    schedule: Schedule = .standard, now: @escaping @Sendable () -> Date,
    chance: @escaping @Sendable () -> Double, told: @escaping @Sendable (WebhookNews) -> Void
  ) {
    self.ledger = ledger
    self.name = name
    self.secrets = secrets
    self.courier = courier
    self.schedule = schedule
    self.now = now
    self.chance = chance
    self.told = told
  }

  /// Begins to send; once.
  ///
  /// - Parameter base: what URLs in messages begin with.
  package func start(base: String) {
    condition.withLock { phase = .working }
    let thread = Thread { [self] in work(base) }
    thread.name = "webhooks"
    thread.start()
  }

  /// Says that there may be a message.
  package func wake() {
    condition.withLock {
      calls += 1
      condition.broadcast()
    }
  }

  /// Begins no more messages.
  package func stop() {
    condition.withLock {
      if phase == .working { phase = .ending }
      condition.broadcast()
    }
  }

  /// Begins no more messages, waits for the one that is being sent, breaks it off when the time is over,
  /// and hands it back.
  package func end(until limit: SuspendingClock.Instant) {
    stop()
    let left: DeliveryClaim? = condition.withLock {
      while phase != .over, condition.wait(until: limit) {}
      guard phase != .over else { return nil }
      courier.interrupt()
      // libcurl may wait for a name server; then the message is handed back from here, and the thread
      // ends with the process.
      while phase != .over, condition.wait(until: limit + Self.pauseInterval) {}
      return phase != .over ? sent : nil
    }
    // Not behind the lock: the ledger may be somebody else's for a while.
    if let left { _ = try? ledger.release(left) }
  }

  private func work(_ base: String) {
    while condition.withLock({ phase == .working }) {
      let seen = condition.withLock { calls }
      do throws(LedgerError) {
        if let claim = try ledger.claimDelivery(sender: name) {
          try deliver(claim, base)
          continue
        }
      } catch {
        told(.ledgerFailed(error))
      }
      condition.withLock {
        if phase == .working, calls == seen { condition.wait(for: Self.interval) }
      }
    }
    condition.withLock {
      phase = .over
      condition.broadcast()
    }
  }

  private func deliver(
    _ claim: DeliveryClaim, _ base: String
  ) throws(LedgerError) {
    // Its last try was begun by a process that died in it.
    guard claim.tries <= schedule.tries else {
      return try giveUp(claim, because: "the process died in the last try")
    }
    guard let clip = try ledger.clip(claim.delivery.clip) else { return told(.lost(claim)) }
    guard let body = try? JSONLine.text(Message(claim.delivery, clip, base: base)) else {
      return try giveUp(claim, because: "the message can't be written")
    }
    let message = SignedMessage(
      id: claim.delivery.id, time: now(), body: Array(body.utf8), secrets: secrets)
    let start = ContinuousClock().now
    condition.withLock { sent = claim }
    let attempt = courier.send(message)
    condition.withLock { sent = nil }
    switch attempt {
    case .answered(let status, _) where 200..<300 ~= status:
      acknowledge(claim, status, took: ContinuousClock().now - start)
    case .answered(410, _): try giveUp(claim, because: "status 410")
    case .answered(let status, let retryAfter):
      try postpone(claim, because: "status \(status)", retryAfter: retryAfter)
    case .failed(let why): try postpone(claim, because: why, retryAfter: nil)
    case .interrupted: told(try ledger.release(claim) ? .released(claim) : .lost(claim))
    }
  }

  /// Writes down that the receiver has it, until that is written: nothing else can be claimed of a ledger
  /// that takes no writing, and nothing else would keep it from being sent again.
  private func acknowledge(_ claim: DeliveryClaim, _ status: Int, took time: Duration) {
    while true {
      do throws(LedgerError) {
        _ = try ledger.acknowledge(claim)
        return told(.acknowledged(claim, status: status, took: time))
      } catch {
        told(.ledgerFailed(error))
      }
      condition.withLock { _ = condition.wait(for: Self.pauseInterval) }
    }
  }

  private func postpone(
    _ claim: DeliveryClaim, because reason: String, retryAfter: Duration?
  ) throws(LedgerError) {
    let wait = schedule.wait(
      afterTry: claim.tries, retryAfter: retryAfter, chance: chance())
    guard let wait else { return try giveUp(claim, because: reason) }
    let isOurs = try ledger.postpone(claim, for: wait, because: reason)
    told(isOurs ? .postponed(claim, reason, wait: wait) : .lost(claim))
  }

  private func giveUp(
    _ claim: DeliveryClaim, because reason: String
  ) throws(LedgerError) {
    let isOurs = try ledger.giveUp(claim, because: reason)
    told(isOurs ? .givenUp(claim, reason) : .lost(claim))
  }
}
