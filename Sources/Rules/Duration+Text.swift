extension Duration {
  /// The duration with so many decimals of a second (0 to 9), rounded half away from zero.
  package func rounded(decimals: Int) -> Duration {
    let unit = Int64(ExactDecimal.power(18 - decimals))
    let (seconds, attoseconds) = toldComponents
    let half = attoseconds < 0 ? -unit / 2 : unit / 2
    return Duration(
      secondsComponent: seconds,
      attosecondsComponent: (attoseconds + half) / unit * unit)
  }

  /// Seconds with so many decimals (1 to 9) and no unit, as "4.97" or "12.00".
  package func text(decimals: Int) -> String {
    let (seconds, attoseconds) = rounded(decimals: decimals).toldComponents
    let fraction = String(attoseconds.magnitude / ExactDecimal.power(18 - decimals))
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
    return "\(sign)\(seconds.magnitude).\(zeros)\(fraction)"
  }

  /// Seconds with two decimals and their unit, as a column of results shows them: "4.97 s".
  package var columnText: String { "\(text(decimals: 2)) s" }

  /// Seconds without a unit and without needless zeros, as "5", "0.1" or "7.21".
  ///
  /// `Duration(parsing:)` reads the same duration back, to the nanosecond.
  package var shortText: String { Self.withoutZeros(text(decimals: 9)) }

  /// Seconds without a unit, to the hundredth, or finer where that would hide that it is over
  /// `limit`: 5.1004 s are not "5.1" where 5.1 would pass.
  func shortText(over limit: Duration) -> String {
    for decimals in 2..<9 where rounded(decimals: decimals) > limit {
      return Self.withoutZeros(text(decimals: decimals))
    }
    return shortText
  }

  private static func withoutZeros(_ text: String) -> String {
    var text = Substring(text)
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }
}
