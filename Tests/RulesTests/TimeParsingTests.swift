import Rules
import Testing

@Suite("Times as people write them")
struct TimeParsingTests {
  @Test(
    "A time is read exactly",
    arguments: [
      ("0", .zero), ("3", .seconds(3)), ("3.3", .milliseconds(3_300)),
      ("3.3s", .milliseconds(3_300)), ("5s", .seconds(5)), ("900ms", .milliseconds(900)),
      ("0.5ms", .microseconds(500)), ("1500ms", .milliseconds(1_500)),
      ("1:02.5", .milliseconds(62_500)), ("0:05", .seconds(5)), ("01:00", .seconds(60)),
      ("90:00", .seconds(5_400)), ("1:02:03.5", .milliseconds(3_723_500)),
      ("0.1", .milliseconds(100)), ("0.123456789", .nanoseconds(123_456_789)),
      ("0.000000001", .nanoseconds(1)), ("007", .seconds(7)),
      ("1.000000001ms", Duration(secondsComponent: 0, attosecondsComponent: 1_000_000_001_000_000)),
      ("999999999", .seconds(999_999_999)),
    ] as [(String, Duration)])
  func exact(text: String, expected: Duration) throws {
    #expect(try Duration(parsing: text) == expected)
  }

  @Test(
    "What is not a time is refused",
    arguments: [
      "0 -i http://x", " 3", "3 ", "3\n", "abc", "nan", "inf", "Infinity", "0x10", "1e3", "1E3",
      "+1", "1,5", ".5", "5.", ".", "1.2.3", "s", "ms", "3m", "3 s", "3S", "3ss", "3mss", "3s3",
      "1:2", "1:2.5",
      "1:2:03", "1:002", "1:60", "1:61.5", "1:60:00", ":05", "1:", "1::05", "1.5:00",
      "1:02s", "1:02:03:04", "1:-2", "٣", "３", "3\u{301}", "3\0", "--", "1:02,5", "1_000", "1'000",
    ])
  func malformed(text: String) {
    #expect(problem(text) == .malformed || problem(text) == .negative)
  }

  @Test("Nothing is not a time")
  func empty() { #expect(problem("") == .empty) }

  @Test("A time below zero is refused", arguments: ["-1", "-0", "-1ms", "-1:02", "-"])
  func negative(text: String) { #expect(problem(text) == .negative) }

  @Test("A tenth decimal is refused, not rounded", arguments: ["0.1234567890", "1:02.0000000000"])
  func decimals(text: String) { #expect(problem(text) == .tooManyDecimals) }

  @Test(
    "A time that no movie lasts is refused, not wrapped around",
    arguments: [
      "1000000000", "999999999.5", "9223372036854775807", "9223372036854775808",
      "18446744073709551616", "99999999999999999999999999", "18446744073709551615ms",
      "307445734561825861:00", "18446744073709551615:59:59", "16666667:00", "277777:46:40",
    ])
  func outOfRange(text: String) { #expect(problem(text) == .outOfRange) }

  @Test("The complaint says how to write a time and never repeats the text")
  func complaint() {
    #expect(throws: ParsingError.self) { try Duration(parsing: "s3cret") }
    do {
      _ = try Duration(parsing: "s3cret")
    } catch {
      #expect(error.description == "not a time; write 3.3, 3.3s, 900ms or 1:02.5")
    }
  }

  private func problem(_ text: String) -> ParsingError.Problem? {
    do {
      _ = try Duration(parsing: text)
      return nil
    } catch {
      return error.problem
    }
  }
}
