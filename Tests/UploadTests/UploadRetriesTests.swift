import Foundation
import TestSupport
import Testing

@testable import UploadForms

@Suite("Pauses between tries")
struct UploadRetriesTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test("They grow, are half chance, and have a bound")
  func growing() {
    var generator = SeededGenerator(seed: 2)
    let retries = UploadRetries(tries: 9, firstPause: 1, longestPause: 10)
    for (attempt, most) in [(1, 1.0), (2, 2), (3, 4), (4, 8), (5, 10), (6, 10), (900, 10)] {
      let pauses = (0..<200).map { _ in
        retries.pause(after: attempt, asked: nil, now: Self.now, using: &generator)
      }
      #expect(pauses.allSatisfy { most / 2...most ~= $0 })
      #expect(Set(pauses).count > 100)
    }
  }

  @Test(
    "What the server asks for is the least, within the bound",
    arguments: [
      ("3", 3.0), (" 4 ", 4), ("100", 10), ("99999999999999999999999999", 10),
      ("Fri, 15 Jan 2027 08:00:05 GMT", 5), ("Fri, 15 Jan 2027 07:00:00 GMT", nil),
      ("-5", nil), ("soon", nil), ("", nil), ("0", nil),
    ] as [(String, Double?)])
  func asked(text: String, seconds: Double?) {
    var generator = SeededGenerator(seed: 2)
    let retries = UploadRetries(tries: 9, firstPause: 1, longestPause: 10)
    let pause = retries.pause(after: 1, asked: text, now: Self.now, using: &generator)
    if let seconds { #expect(pause == seconds) } else { #expect(0.5...1 ~= pause) }
  }
}
