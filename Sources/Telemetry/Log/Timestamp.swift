internal import Glibc

/// Moments on the clock of the world.
package enum Timestamp {
  /// The time since the beginning of 1970 in UTC, as the machine has it (`clock_gettime`).
  package static func now() -> Duration {
    var time = timespec()
    // Fills a local value; the clock is always there.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// A moment as RFC 3339 has it: in UTC, with milliseconds, cut and not rounded.
  ///
  /// - Parameter time: since the beginning of 1970; what lies outside of the years 0 to 9999 becomes the nearest
  ///   of them.
  static func text(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    // Before 1970 the parts of a second count backwards.
    let isBefore = attoseconds < 0
    let floor = min(max(isBefore ? seconds - 1 : seconds, earliest), latest)
    let milliseconds =
      (isBefore ? attoseconds + 1_000_000_000_000_000_000 : attoseconds) / 1_000_000_000_000_000
    let second = Int(((floor % 86_400) + 86_400) % 86_400)
    let (year, month, day) = date(days: Int((floor - Int64(second)) / 86_400))
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T\(digits(second / 3_600, 2))"
      + ":\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))"
      + ".\(digits(Int(milliseconds), 3))Z"
  }

  private static let earliest: Int64 = -62_167_219_200
  private static let latest: Int64 = 253_402_300_799

  /// The day of a number of days since 1970-01-01, by the Gregorian calendar: counted in years that
  /// begin in March, of which 400 have 146,097 days.
  private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
    // Since 0000-03-01.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1
    )
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
