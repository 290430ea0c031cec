/// When a message that was not acknowledged is sent again.
package struct Schedule: Equatable, Sendable {
  /// How long it waits after each try but the last.
  package let waits: [Duration]
  /// How much longer it may wait by chance, as a part of each wait: many messages that failed together
  /// do not come back together.
  package let jitter: Double

  /// Makes a schedule.
  package init(waits: [Duration], jitter: Double) {
    self.waits = waits
    self.jitter = jitter
  }

  /// The example of Standard Webhooks: ten tries in some three days, each wait up to a tenth longer.
  package static let standard = Schedule(
    waits: [
      .seconds(5), .seconds(5 * 60), .seconds(30 * 60), .seconds(2 * 3600), .seconds(5 * 3600),
      .seconds(10 * 3600), .seconds(14 * 3600), .seconds(20 * 3600), .seconds(24 * 3600),
    ], jitter: 0.1)

  /// How many tries there are.
  package var tries: Int { waits.count + 1 }

  /// What the receiver may ask for at most.
  static let longestRetryAfter = Duration.seconds(24 * 3600)

  /// How long to wait after a try that failed; nil where it was the last.
  ///
  /// - Parameters:
  ///   - count: how many tries there were, from 1 on.
  ///   - retryAfter: what the receiver asked for; it makes a wait longer and never shorter, up to a day.
  ///   - chance: from 0 up to 1.
  package func wait(
    afterTry count: Int, retryAfter: Duration? = nil, chance: Double
  ) -> Duration? {
    guard count >= 1, count <= waits.count else { return nil }
    let wait = waits[count - 1] * (1 + jitter * chance)
    return max(wait, min(retryAfter ?? .zero, Self.longestRetryAfter))
  }
}
