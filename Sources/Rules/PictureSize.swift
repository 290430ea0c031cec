/// The size of a picture in whole pixels.
public struct PictureSize: Sendable, Hashable, CustomStringConvertible {
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The size at which a coded picture is displayed: with square pixels, then turned upright.
  ///
  /// Pixels become square as HTML has players do it (Living Standard, 4.8.8: one dimension grows,
  /// the other is unchanged): wide pixels make the picture wider, tall ones make it taller, so that
  /// no coded row or column is lost. The grown side is rounded to the nearest pixel: 352 pixels of
  /// 64:45 are 501. The ratio belongs to the coded picture, so it comes before the turn.
  ///
  /// - Parameters:
  ///   - codedWidth: in pixels, as stored.
  ///   - codedHeight: in pixels, as stored.
  ///   - ratio: width to height of a pixel.
  ///   - rotation: degrees, a multiple of 90.
  public init(
    codedWidth: Int, codedHeight: Int, sampleAspectRatio ratio: SampleAspectRatio, rotation: Int
  ) {
    let isWide = ratio.numerator > ratio.denominator
    let width =
      isWide ? Self.scaled(codedWidth, ratio.numerator, ratio.denominator) : codedWidth
    let height =
      isWide ? codedHeight : Self.scaled(codedHeight, ratio.denominator, ratio.numerator)
    let isTurned = rotation % 180 != 0
    self.init(width: isTurned ? height : width, height: isTurned ? width : height)
  }

  /// The largest size of this shape inside `box`, with sides rounded to even and never below 2.
  ///
  /// What comes within two pixels of a side of the box fills it: that is rounding, no other shape.
  public func fitted(into box: PictureSize) -> PictureSize {
    // Far above any picture, far below any overflow.
    let width = max(1, min(width, 1 << 31))
    let height = max(1, min(height, 1 << 31))
    if width * box.height >= height * box.width {
      let fitted = Self.even(height * box.width, over: width)
      return PictureSize(
        width: box.width, height: fitted + 2 >= box.height ? box.height : fitted)
    }
    let fitted = Self.even(width * box.height, over: height)
    return PictureSize(width: fitted + 2 >= box.width ? box.width : fitted, height: box.height)
  }

  /// The even number nearest to a quotient, at least 2.
  private static func even(_ product: Int, over divisor: Int) -> Int {
    max(2, (product + divisor) / (2 * divisor) * 2)
  }

  /// As people see it: "640×360".
  public var description: String { "\(width)×\(height)" }

  /// A side times a ratio that is at least one, rounded to the nearest, half up; as it was where
  /// that overflows.
  private static func scaled(_ side: Int, _ numerator: Int, _ denominator: Int) -> Int {
    let (product, overflow) = side.multipliedReportingOverflow(by: numerator)
    let (sum, carried) = product.addingReportingOverflow(denominator / 2)
    return overflow || carried ? side : sum / denominator
  }
}
