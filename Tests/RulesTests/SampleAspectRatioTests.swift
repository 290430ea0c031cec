import Rules
import Testing

@Suite("The shape of a pixel")
struct SampleAspectRatioTests {
  @Test(
    "A ratio is in lowest terms",
    arguments: [
      (4, 3, "4:3"), (8, 6, "4:3"), (720, 720, "1:1"), (16, 1, "16:1"), (1, 16, "1:16"),
      (2_147_483_647, 2_147_483_647, "1:1"), (2_147_483_646, 1_073_741_823, "2:1"),
    ])
  func reduced(numerator: Int, denominator: Int, expected: String) {
    #expect(
      SampleAspectRatio(numerator: numerator, denominator: denominator).description == expected)
  }

  @Test(
    "A ratio that nobody can mean is square",
    arguments: [
      (0, 1), (1, 0), (0, 0), (-4, 3), (4, -3), (-4, -3), (1, 65_535), (65_535, 1),
      (17, 1), (1, 17), (161, 10), (10, 161), (.max, 1), (.max, .max), (.min, .min), (1, .min),
      (2_147_483_648, 1),
    ])
  func senseless(numerator: Int, denominator: Int) {
    let ratio = SampleAspectRatio(numerator: numerator, denominator: denominator)
    #expect(ratio == .square)
  }

  @Test(
    "A ratio is read back from facts, and text that is none is square",
    arguments: [
      ("4:3", "4:3"), ("1:1", "1:1"), ("64:45", "64:45"), ("", "1:1"), ("4", "1:1"), ("x:2", "1:1"),
    ])
  func text(text: String, expected: String) {
    #expect(SampleAspectRatio(text).description == expected)
  }
}
