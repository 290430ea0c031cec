import Testing

@testable import Rules

@Suite("Numbers as people read them")
struct TextTests {
  @Test(
    "A duration in a column has two decimals",
    arguments: [
      (.zero, "0.00 s"), (.milliseconds(4_970), "4.97 s"), (.seconds(12), "12.00 s"),
      (.milliseconds(4_994), "4.99 s"), (.milliseconds(4_995), "5.00 s"),
      (.milliseconds(-1_005), "-1.01 s"), (.milliseconds(-40), "-0.04 s"),
      (.nanoseconds(999_999_999), "1.00 s"), (.milliseconds(50), "0.05 s"),
    ] as [(Duration, String)])
  func column(duration: Duration, text: String) {
    #expect(duration.columnText == text)
  }

  @Test(
    "A duration in short has no needless zero, and parses back to itself",
    arguments: [
      (.zero, "0"), (.seconds(5), "5"), (.milliseconds(100), "0.1"), (.milliseconds(7_210), "7.21"),
      (.seconds(10), "10"), (.nanoseconds(1), "0.000000001"), (.seconds(100), "100"),
      (.nanoseconds(5_000_000_010), "5.00000001"),
    ] as [(Duration, String)])
  func short(duration: Duration, text: String) throws {
    #expect(duration.shortText == text)
    #expect(try Duration(parsing: text) == duration)
  }

  @Test(
    "A duration over a limit never reads as if it kept it",
    arguments: [
      (.milliseconds(7_210), "7.21"), (.milliseconds(7_214), "7.21"),
      (.milliseconds(5_101), "5.101"),
      (.milliseconds(5_105), "5.11"), (.microseconds(5_100_400), "5.1004"),
      (.nanoseconds(5_100_000_001), "5.100000001"), (.seconds(12), "12"),
    ] as [(Duration, String)])
  func over(duration: Duration, text: String) {
    #expect(duration.shortText(over: .milliseconds(5_100)) == text)
  }

  @Test(
    "A frame rate in a column has one decimal",
    arguments: [
      (30, "30.0 fps"), (29.97, "30.0 fps"), (24.94, "24.9 fps"), (0.05, "0.1 fps"), (0, "0.0 fps"),
      (-1.5, "-1.5 fps"), (.infinity, "inf fps"), (1e300, "1e+300 fps"),
    ] as [(Double, String)])
  func rate(rate: Double, text: String) {
    #expect(rate.frameRateText == text)
  }

  @Test(
    "A large number is grouped by thousands",
    arguments: [
      (0, "0"), (999, "999"), (1_000, "1,000"), (10_485_760, "10,485,760"), (-1_000, "-1,000"),
      (.min, "-9,223,372,036,854,775,808"),
    ] as [(Int64, String)])
  func grouped(number: Int64, text: String) {
    #expect(number.grouped == text)
  }
}
