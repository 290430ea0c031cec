internal import Glibc

/// Times as `Date` and `Last-Modified` have them (RFC 9110, 5.6.7).
package enum HTTPDate {
  /// The time of day, as "Sun, 06 Nov 1994 08:49:37 GMT".
  static var now: String { text(ofSeconds: Int64(time(nil))) }

  /// - Parameter seconds: since 1970, without leap seconds, not before it.
  package static func text(ofSeconds seconds: Int64) -> String {
    let (day, time) = max(0, seconds).quotientAndRemainder(dividingBy: 86_400)
    // Years begin in March here, so that a leap day is the last of its year; 146,097 days make 400 years,
    // and day 0 is the first of March of the year 0.
    let since = day + 719_468
    let (cycle, dayOfCycle) = since.quotientAndRemainder(dividingBy: 146_097)
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let year = cycle * 400 + yearOfCycle + (month >= 10 ? 1 : 0)
    let clock = [time / 3600, time / 60 % 60, time % 60].map(two).joined(separator: ":")
    return
      "\(days[Int(day % 7)]), \(two(dayOfMonth)) \(months[Int(month)]) \(year) \(clock) GMT"
  }

  /// From the day of the week of the first of January 1970 on.
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb",
  ]

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
