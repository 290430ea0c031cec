/// How often times fell below each of some bounds, and their sum.
struct Histogram: Sendable {
  /// Upper bounds in seconds, growing; what is above the last is counted all the same.
  let bounds: [Double]
  /// Of each bound, the times up to it and above the one before; the last for what is above all.
  private(set) var counts: [UInt64]
  /// In seconds.
  private(set) var sum = 0.0

  init(bounds: [Double]) {
    self.bounds = bounds
    counts = [UInt64](repeating: 0, count: bounds.count + 1)
  }

  mutating func observe(_ time: Duration) {
    // A clock that was set back is no time.
    let seconds = max(0, time / .seconds(1))
    counts[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
    sum += seconds
  }
}
