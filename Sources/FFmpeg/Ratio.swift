internal import CFFmpeg

/// A ratio of two integers, as libav's time bases, frame rates and aspect ratios are.
public struct Ratio: Sendable, Equatable {
  /// Above the line.
  public var numerator: Int32
  /// Below the line; 0 where libav says unknown.
  public var denominator: Int32

  public init(_ numerator: Int32, _ denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ value: AVRational) {
    self.init(value.num, value.den)
  }

  var libav: AVRational { AVRational(num: numerator, den: denominator) }

  /// Whether both parts are above zero.
  public var isPositive: Bool { numerator > 0 && denominator > 0 }

  /// The quotient; for printing and for rates, never for timestamps.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The time of a count of ticks of this base, to the nearest attosecond.
  ///
  /// Exact for every base that divides 10¹⁸, and never further off than half an attosecond; no
  /// count of ticks overflows (64-bit ticks of at most 2³¹ s each are clamped to ±10¹⁸ s).
  public func duration(_ ticks: Int64) -> Duration {
    guard isPositive else { return .zero }
    let attoseconds: Int128 = 1_000_000_000_000_000_000
    let denominator = Int128(denominator)
    let product = Int128(ticks) * Int128(numerator)
    let (seconds, rest) = product.quotientAndRemainder(dividingBy: denominator)
    let limit = Int128(1_000_000_000_000_000_000)
    guard seconds.magnitude < limit.magnitude else {
      return Duration(attoseconds: seconds < 0 ? -limit * attoseconds : limit * attoseconds)
    }
    let scaled = rest * attoseconds
    let half = scaled < 0 ? -denominator / 2 : denominator / 2
    return Duration(attoseconds: seconds * attoseconds + (scaled + half) / denominator)
  }

  /// The nearest count of ticks of this base to a time; the inverse of `duration` for all counts
  /// of bases coarser than an attosecond. Clamped to 64 bits.
  public func ticks(_ duration: Duration) -> Int64 {
    guard isPositive else { return 0 }
    let attoseconds: Int128 = 1_000_000_000_000_000_000
    let total = duration.attoseconds
    let (seconds, rest) = total.quotientAndRemainder(dividingBy: attoseconds)
    let numerator = Int128(numerator)
    let denominator = Int128(denominator)
    // More seconds than 64 bits of the longest ticks hold would overflow what follows.
    let limit = Int128(Int64.max) * numerator / denominator + 1
    if seconds.magnitude > limit.magnitude { return seconds < 0 ? .min : .max }
    // Whole ticks of the whole seconds, and what is left of them: less than a tick.
    let (whole, left) = (seconds * denominator).quotientAndRemainder(dividingBy: numerator)
    let scaled = left * attoseconds + rest * denominator
    let divisor = attoseconds * numerator
    let half = scaled < 0 ? -divisor / 2 : divisor / 2
    return Int64(clamping: whole + (scaled + half) / divisor)
  }
}
