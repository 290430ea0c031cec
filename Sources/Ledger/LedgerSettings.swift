/// How long a ledger's promises hold, and whether it has messages to send.
package struct LedgerSettings: Equatable, Sendable {
  /// How long a claim holds without a heartbeat, in whole milliseconds; 30 s by default.
  package var lease: Duration
  /// How many claims of a job may end in a fault of ours, from 1; written into each new job.
  package var maxAttempts: UInt32
  /// How long a job waits after its first fault, in whole milliseconds; twice as long after each more.
  package var backOff: Duration
  /// How long an idempotency key is kept at least, in whole milliseconds.
  package var keyLifetime: Duration
  /// How long a claim of a message holds, in whole milliseconds: longer than any try takes, since a second sender would
  /// use up the tries of the first. The messages of a process that died are free at once (`expireLeases`).
  package var deliveryLease: Duration
  /// Whether the end of a job is to be told by webhook.
  package var deliversWebhooks: Bool

  /// Makes settings; the defaults are the service's.
  package init(
    lease: Duration = .seconds(30), maxAttempts: UInt32 = 3, backOff: Duration = .seconds(1),
    keyLifetime: Duration = .seconds(24 * 60 * 60), deliveryLease: Duration = .seconds(300),
    deliversWebhooks: Bool = false
  ) {
    self.lease = lease
    self.maxAttempts = maxAttempts
    self.backOff = backOff
    self.keyLifetime = keyLifetime
    self.deliveryLease = deliveryLease
    self.deliversWebhooks = deliversWebhooks
  }
}
