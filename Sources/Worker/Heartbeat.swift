internal import Ledger
internal import Synchronization

/// Keeps a claim's lease while its job is at work, and learns whether it is lost.
///
/// It beats where its worker waits for a child, ten times a second, so that it needs no thread.
final class Heartbeat: Sendable {
  private struct State {
    var progress = 0.0
    var told = -1.0
    var last: ContinuousClock.Instant
    var isLost = false
  }

  private let claim: Claim
  private let ledger: any Ledger
  /// Whether the job is to be handed back.
  let isHandedBack: @Sendable () -> Bool
  private let state = Mutex(State(last: ContinuousClock().now))

  /// How long the ledger hears nothing while nothing has changed: a sixth of the lease.
  private static let slowest = 6
  /// How often it hears of progress at most.
  private static let fastest = Duration.milliseconds(500)

  init(_ claim: Claim, ledger: any Ledger, isHandedBack: @escaping @Sendable () -> Bool) {
    self.claim = claim
    self.ledger = ledger
    self.isHandedBack = isHandedBack
  }

  /// Takes the share of the work that is done.
  func note(_ share: Double) { state.withLock { $0.progress = share } }

  /// Beats where it is time, and tells whether the work is to be stopped.
  func callAsFunction() -> Bool {
    let now = ContinuousClock().now
    let progress: Double? = state.withLock { state in
      let rest = now - state.last
      let isDue =
        rest >= ledger.settings.lease / Self.slowest
        || (rest >= Self.fastest && state.progress > state.told + 0.01)
      guard isDue, !state.isLost else { return nil }
      state.last = now
      state.told = state.progress
      return state.progress
    }
    // One that fails may do the next time, while the lease lasts.
    if let progress, let isOurs = try? ledger.heartbeat(claim, progress: progress), !isOurs {
      state.withLock { $0.isLost = true }
    }
    return state.withLock { $0.isLost } || isHandedBack()
  }
}
