/// A decimal number as it was written, digit for digit.
///
/// Floating point would turn 0.1 into something else, and with it the last frame of a cut.
struct ExactDecimal {
  /// The most decimals that are read: a nanosecond, or a billionth of a GiB.
  static let mostDecimals = 9

  var whole: UInt64
  /// The digits after the point as a number, in units of 10 to the power of minus `decimals`.
  var fraction: UInt64 = 0
  var decimals = 0

  /// Reads `12` or `12.345`: ASCII digits, at least one on either side of a point, nothing else.
  init(parsing text: some Collection<UInt8>) throws(ParsingError.Problem) {
    if text.first == UInt8(ascii: "-") { throw .negative }
    let point = text.firstIndex(of: UInt8(ascii: "."))
    whole = try Self.digits(text[..<(point ?? text.endIndex)])
    guard let point else { return }
    let tail = text[text.index(after: point)...]
    // Digits first: garbage is not a number with too many decimals.
    guard !tail.isEmpty, tail.allSatisfy(Self.isDigit) else { throw .malformed }
    guard tail.count <= Self.mostDecimals else { throw .tooManyDecimals }
    decimals = tail.count
    fraction = try Self.digits(tail)
  }

  /// Ten to the power of `exponent`, which is from 0 to 18.
  static func power(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { product, _ in product * 10 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func digits(
    _ text: some Collection<UInt8>
  ) throws(ParsingError.Problem) -> UInt64 {
    guard !text.isEmpty, text.allSatisfy(isDigit) else { throw .malformed }
    var number: UInt64 = 0
    for byte in text {
      let (shifted, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carried) = shifted.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      guard !overflow, !carried else { throw .outOfRange }
      number = sum
    }
    return number
  }
}
