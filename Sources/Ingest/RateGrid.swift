internal import FFmpeg

/// Thins pictures out to a rate: one a slot of the rate's grid.
///
/// The grid hangs on the source's own time line, so that a cut between two pictures brings none too
/// near to the next. A picture that comes before its slot is taken where it is nearer than the one that
/// follows it, so that jitter changes nothing.
struct RateGrid {
  private let grid: Ratio
  private var origin: Duration?
  private var lastSlot: Int64 = -1

  /// - Parameter rate: the most pictures a second.
  init(rate: Int) {
    grid = Ratio(1, Int32(rate))
  }

  /// Whether there is room for the next picture, in order of time.
  ///
  /// - Parameters:
  ///   - start: when it is shown.
  ///   - end: when the next one is.
  mutating func takes(from start: Duration, until end: Duration) -> Bool {
    let origin = self.origin ?? start
    self.origin = origin
    let nearest = grid.ticks(start - origin)
    let slot = grid.duration(nearest) > start - origin ? nearest - 1 : nearest
    if slot > lastSlot {
      lastSlot = slot
      return true
    }
    let due = origin + grid.duration(lastSlot + 1)
    guard nearest > lastSlot, due - start < end - due else { return false }
    lastSlot += 1
    return true
  }
}
