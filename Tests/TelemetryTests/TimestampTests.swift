internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Telemetry

/// Times of log lines.
@Suite struct TimestampTests {
  @Test func `times are those of another calendar's code`() {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    var random = SeededGenerator(seed: 11)
    var moments = (0..<2_000).map { _ in
      // From 1600 to 9999, in milliseconds.
      Int64.random(in: -11_676_096_000_000...253_402_300_799_999, using: &random)
    }
    moments += [0, -1, 951_782_400_000, 951_868_799_999, 4_107_542_400_000, 1_709_164_800_000]
    for moment in moments {
      let date = Date(timeIntervalSince1970: Double(moment) / 1_000)
      // Half a millisecond more, since the formatter cuts binary fractions.
      let told = formatter.string(from: date.addingTimeInterval(0.000_2))
      #expect(Timestamp.text(.milliseconds(moment)) == told)
    }
  }

  @Test func `times beyond the years of RFC 3339 are its first and last`() {
    #expect(Timestamp.text(.seconds(Int64.max)).hasPrefix("9999-12-31T23:59:59"))
    #expect(Timestamp.text(.seconds(Int64.min)).hasPrefix("0000-01-01T00:00:00"))
  }

  @Test func `the clock is the machine's`() {
    let now = Timestamp.now() / .seconds(1)
    #expect(abs(now - Date().timeIntervalSince1970) < 5)
  }
}
