extension Duration {
  /// The largest time that is read, about 31 years: far beyond any movie, and far from any overflow.
  package static let longestParsed: Duration = .seconds(999_999_999)

  /// A time as people write it: `3.3`, `3.3s`, `900ms`, `1:02.5` or `1:02:03.5`, exactly.
  ///
  /// The whole text must be a time: nothing before, between or after, no sign, no exponent, at most
  /// nine decimals. After a colon stand two digits below 60.
  public init(parsing text: String) throws(ParsingError) {
    do throws(ParsingError.Problem) {
      self = try Self.parsed(text)
    } catch {
      throw ParsingError(error, what: "a time", forms: "3.3, 3.3s, 900ms or 1:02.5")
    }
  }

  private static func parsed(_ text: String) throws(ParsingError.Problem) -> Duration {
    guard !text.isEmpty else { throw .empty }
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 3, let last = parts.last else { throw .malformed }
    let time: Duration
    if parts.count == 1 {
      time = try counted(last)
    } else {
      var minutes: UInt64 = 0
      for (position, part) in parts.dropLast().enumerated() {
        let number = try ExactDecimal(parsing: part)
        guard number.decimals == 0, position == 0 || (part.count == 2 && number.whole < 60)
        else { throw .malformed }
        let (product, overflow) = minutes.multipliedReportingOverflow(by: 60)
        let (sum, carried) = product.addingReportingOverflow(number.whole)
        guard !overflow, !carried else { throw .outOfRange }
        minutes = sum
      }
      let seconds = try ExactDecimal(parsing: last)
      let digits = last.prefix { $0 != UInt8(ascii: ".") }.count
      guard digits == 2, seconds.whole < 60 else { throw .malformed }
      guard minutes <= UInt64(longestParsed.components.seconds) / 60 else { throw .outOfRange }
      time = try .seconds(minutes * 60) + counted(seconds, perSecond: 1)
    }
    guard time <= longestParsed else { throw .outOfRange }
    return time
  }

  /// Reads a number with `s`, `ms` or no unit.
  private static func counted(
    _ text: Substring.UTF8View
  ) throws(ParsingError.Problem) -> Duration {
    if text.hasSuffix("ms") {
      return try counted(ExactDecimal(parsing: text.dropLast(2)), perSecond: 1_000)
    }
    let number = text.hasSuffix("s") ? text.dropLast() : text
    return try counted(ExactDecimal(parsing: number), perSecond: 1)
  }

  /// A number of seconds (`perSecond` 1) or milliseconds (1000).
  private static func counted(
    _ number: ExactDecimal, perSecond: UInt64
  ) throws(ParsingError.Problem) -> Duration {
    let seconds = number.whole / perSecond
    guard seconds <= UInt64(longestParsed.components.seconds) else { throw .outOfRange }
    let attosecondsPerUnit = ExactDecimal.power(18) / perSecond
    let attoseconds =
      number.whole % perSecond * attosecondsPerUnit
      + number.fraction * (attosecondsPerUnit / ExactDecimal.power(number.decimals))
    return Duration(
      secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
  }
}

extension Substring.UTF8View {
  fileprivate func hasSuffix(_ suffix: String) -> Bool {
    count > suffix.utf8.count && self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}
