import Rules
import Testing

@Suite("The size at which a picture is displayed")
struct PictureSizeTests {
  /// Figures of real files: a phone's H.263, PAL broadcast, DVDs, and H.264 with odd ratios.
  @Test(
    "Wide pixels make a picture wider by their ratio, rounded to the nearest pixel",
    arguments: [
      (352, 288, 63, 44, "504×288"), (352, 288, 64, 45, "501×288"), (720, 576, 16, 15, "768×576"),
      (800, 640, 1_137, 800, "1137×640"), (1_280, 1_080, 3, 2, "1920×1080"),
      (640, 360, 2, 1, "1280×360"), (1_440, 1_080, 4, 3, "1920×1080"),
      (176, 144, 16, 11, "256×144"), (352, 576, 128, 45, "1001×576"), (3, 3, 3, 2, "5×3"),
    ])
  func wide(width: Int, height: Int, numerator: Int, denominator: Int, expected: String) {
    #expect(displayed(width, height, numerator, denominator) == expected)
  }

  @Test(
    "Tall pixels make a picture taller by their ratio, and lose none of its columns",
    arguments: [
      (720, 480, 8, 9, "720×540"), (704, 480, 10, 11, "704×528"), (640, 360, 1, 2, "640×720"),
      (5, 5, 2, 3, "5×8"), (480, 480, 9, 16, "480×853"),
    ])
  func tall(width: Int, height: Int, numerator: Int, denominator: Int, expected: String) {
    #expect(displayed(width, height, numerator, denominator) == expected)
  }

  @Test("A picture of square pixels is displayed as coded", arguments: [(468, 60), (1, 1), (3, 7)])
  func square(width: Int, height: Int) {
    #expect(displayed(width, height, 1, 1) == "\(width)×\(height)")
  }

  @Test(
    "The ratio belongs to the picture as coded, before it is turned",
    arguments: [
      (0, "256×144"), (90, "144×256"), (180, "256×144"), (270, "144×256"), (-90, "144×256"),
      (360, "256×144"),
    ])
  func turned(rotation: Int, expected: String) {
    #expect(displayed(176, 144, 16, 11, rotation: rotation) == expected)
  }

  @Test("A size that would overflow stays as coded", arguments: [Int.max, Int.max / 2])
  func overflow(side: Int) {
    #expect(displayed(side, 2, 4, 3) == "\(side)×2")
  }

  @Test(
    "A size fits into a box by its shape, and fills it where only rounding is left",
    arguments: [
      (240, 320, "180×240"), (160, 120, "320×240"), (320, 240, "320×240"), (1, 1, "240×240"),
      (321, 239, "320×240"), (330, 240, "320×232"), (10_000, 1, "320×2"), (1, 10_000, "2×240"),
      (Int.max, Int.max, "240×240"), (0, 5, "48×240"),
    ])
  func fitted(width: Int, height: Int, expected: String) {
    let size = PictureSize(width: width, height: height)
    #expect(size.fitted(into: PictureSize(width: 320, height: 240)).description == expected)
  }

  private func displayed(
    _ width: Int, _ height: Int, _ numerator: Int, _ denominator: Int, rotation: Int = 0
  ) -> String {
    PictureSize(
      codedWidth: width, codedHeight: height,
      sampleAspectRatio: SampleAspectRatio(numerator: numerator, denominator: denominator),
      rotation: rotation
    ).description
  }
}
