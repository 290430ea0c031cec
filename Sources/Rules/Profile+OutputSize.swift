extension Profile {
  /// The size of the output of a movie that is displayed at this size.
  ///
  /// Fits the box with its long side along the picture's, is never upscaled, and has sides rounded
  /// down to even and never below 2: so a line of 8192×16 becomes 640×2 at low. Integers only, since
  /// 468×60 in floating point comes out as 59.99 pixels high.
  public func outputSize(displayWidth: Int, displayHeight: Int) -> PictureSize {
    // Far above any picture, far below any overflow.
    let width = max(1, min(displayWidth, 1 << 40))
    let height = max(1, min(displayHeight, 1 << 40))
    let (boxWidth, boxHeight) =
      width >= height ? (longSide, shortSide) : (shortSide, longSide)
    let fitted: (width: Int, height: Int) =
      if width <= boxWidth, height <= boxHeight {
        (width, height)
      } else if width * boxHeight >= height * boxWidth {
        (boxWidth, height * boxWidth / width)
      } else {
        (width * boxHeight / height, boxHeight)
      }
    return PictureSize(width: Self.even(fitted.width), height: Self.even(fitted.height))
  }

  private static func even(_ side: Int) -> Int { max(2, side - side % 2) }
}
