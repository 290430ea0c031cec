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
    time = next
    duration = total
    span = min(low, span?.lowerBound ?? low)..<max(high, span?.upperBound ?? high)
  }
}
