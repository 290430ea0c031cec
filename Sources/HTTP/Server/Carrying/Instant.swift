internal import CLinux

/// A time of the monotonic clock, in nanoseconds.
struct Instant: Comparable, Sendable {
  private let nanoseconds: Int64

  private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  static var now: Instant { Instant(nanoseconds: clinux_nanoseconds(CLOCK_MONOTONIC)) }

  static func < (one: Instant, other: Instant) -> Bool { one.nanoseconds < other.nanoseconds }

  static func + (instant: Instant, duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    // Settings of centuries are as good as one.
    let most: Int64 = 3_000_000_000
    return Instant(
      nanoseconds: instant.nanoseconds + min(seconds, most) * 1_000_000_000
        + attoseconds / 1_000_000_000)
  }

  func duration(to later: Instant) -> Duration {
    .nanoseconds(later.nanoseconds - nanoseconds)
  }

  /// Milliseconds until it comes, rounded up, so that a wait for them does not end before it; 0 where it has come.
  var millisecondsFromNow: Int32 {
    let left = nanoseconds - Instant.now.nanoseconds
    return left <= 0 ? 0 : Int32(min(left / 1_000_000 + 1, 3_600_000))
  }
}
