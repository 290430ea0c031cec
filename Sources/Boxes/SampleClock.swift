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

  private var steady: Int64?
  private var isSteady = true
  private var last: Int64 = 0
  private var expected: Int64 = 0

  /// The duration of all samples but the last, which may be shorter; nil where they differ, where
  /// there are gaps, or where samples are shown in another order than they are decoded.
  var steadyDuration: Int64? { isSteady && last <= steady ?? 0 ? steady : nil }

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
    expected = next
  }

  private mutating func noteSteadiness(count: UInt64, delta: Int64, offset: Int64) {
    let all = steady ?? delta
    let isFirst = steady == nil
    if offset != 0 || !isFirst && (last != all || time != expected) || count > 1 && delta != all {
      isSteady = false
    }
    steady = all
    last = delta
  }
}
