/// The clock of a track while its samples are counted, run by run.
struct SampleClock {
  /// The decode time of the next sample.
  var time: Int64 = 0
  /// The sum of all durations.
  private(set) var duration: UInt64 = 0
  /// The earliest composition time and the latest end of a sample.
  private(set) var span: Range<Int64>?

  /// Whether a duration is so long that some readers take it for a negative one.
  var hasDisputedDurations = false
  /// Whether a composition offset is so large that some readers take it for damage.
  var hasDisputedOffsets = false

  private var steady: Int64?
  private var isInOrder = true
  private var count: Int64 = 0
  private var last: Int64 = 0
  /// How far a sample is from where it would be if all lasted as long as the first one.
  private(set) var drift: Int64 = 0

  /// The duration of the first sample, where no sample is shown later than it is decoded and the last
  /// one is not longer; nil elsewhere.
  var steadyDuration: Int64? { isInOrder && last <= steady ?? 0 ? steady : nil }

  /// Adds `count` samples (not 0) of one duration (not negative) and one composition offset.
  ///
  /// - Throws: `.corrupt` where a time does not fit into 64 bits.
  mutating func run(count: UInt64, delta: Int64, offset: Int64, of box: Box) throws(BoxFault) {
    let (length, isLengthTooLong) = Int64(count).multipliedReportingOverflow(by: delta)
    let (next, isNextTooLate) = time.addingReportingOverflow(length)
    let (low, isLowTooFar) = time.addingReportingOverflow(offset)
    let (high, isHighTooFar) = next.addingReportingOverflow(offset)
    let (total, isTotalTooLong) = duration.addingReportingOverflow(length.magnitude)
    let overflow =
      isLengthTooLong || isNextTooLate || isLowTooFar || isHighTooFar || isTotalTooLong
    guard !overflow else { throw box.fault(.corrupt, "its times do not fit into a clock") }
    noteSteadiness(count: count, delta: delta, offset: offset)
    time = next
    duration = total
    span = min(low, span?.lowerBound ?? low)..<max(high, span?.upperBound ?? high)
  }

  private mutating func noteSteadiness(count: UInt64, delta: Int64, offset: Int64) {
    let all = steady ?? delta
    steady = all
    if offset != 0 { isInOrder = false }
    let first = drift(of: self.count, at: time, all)
    self.count += Int64(count)
    // Within a run the drift grows evenly, so its ends tell.
    let end = drift(of: self.count - 1, at: time + (Int64(count) - 1) * delta, all)
    drift = max(drift, first, end)
    last = delta
  }

  private func drift(of sample: Int64, at time: Int64, _ duration: Int64) -> Int64 {
    let place = sample.multipliedReportingOverflow(by: duration)
    let difference = time.subtractingReportingOverflow(place.partialValue)
    return place.overflow || difference.overflow
      ? .max : Int64(clamping: difference.partialValue.magnitude)
  }
}
