/// The shape of one coded pixel: its width to its height, above zero and in lowest terms.
///
/// What no camera or encoder means is taken as square, as when a file says nothing: zero, negative,
/// and beyond 16:1 or 1:16. The widest in use is 128:45, a 16:9 picture in 352×576, and half of a
/// picture that is packed side by side doubles that to less than 6:1. Past 16:1 a usual picture
/// would be shown as a line, and a few lying bytes could ask for any size.
public struct SampleAspectRatio: Sendable, Hashable, CustomStringConvertible {
  /// How far from square a pixel may be.
  public static let widest = 16
  /// One to one.
  public static let square = SampleAspectRatio(numerator: 1, denominator: 1)

  /// Parts of the width of a pixel, at least 1.
  public let numerator: Int
  /// Parts of the height of a pixel, at least 1.
  public let denominator: Int

  /// Reduces the ratio, and takes a senseless one as square.
  public init(numerator: Int, denominator: Int) {
    // libav's rationals are of 32 bits; so small, no product below overflows.
    let range = 1...Int(Int32.max)
    guard range.contains(numerator), range.contains(denominator),
      numerator <= Self.widest * denominator, denominator <= Self.widest * numerator
    else {
      (self.numerator, self.denominator) = (1, 1)
      return
    }
    var (divisor, rest) = (numerator, denominator)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
  }

  /// Reads "4:3" back; what is no ratio is square.
  public init(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map { Int($0) ?? 0 }
    self.init(numerator: parts.first ?? 0, denominator: parts.last ?? 0)
  }

  /// As facts have it: "4:3".
  public var description: String { "\(numerator):\(denominator)" }
}
