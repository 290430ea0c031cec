internal import Foundation

/// How often a form is sent again, and how long it waits before.
///
/// It is sent again where no answer came, and after an answer that says that another time is better: 408,
/// 429, 502, 503 and 504. Each time it carries the same `Idempotency-Key`, so that a server which took it
/// and whose answer was lost gives that answer again. A refusal is never asked twice.
public struct UploadRetries: Sendable, Equatable {
  /// How often it is sent at most, from 1 on.
  public var tries: Int
  /// What the second try waits for at most, in seconds; each one after it twice as long.
  public var firstPause: Double
  /// What a try waits for at most, in seconds, whatever the server asks for.
  public var longestPause: Double

  public init(tries: Int = 4, firstPause: Double = 0.5, longestPause: Double = 30) {
    self.tries = max(1, tries)
    self.firstPause = firstPause
    self.longestPause = longestPause.isNaN ? 30 : longestPause
  }

  /// Sent once.
  public static let none = UploadRetries(tries: 1)

  /// Whether an answer asks for another try.
  static func isPassing(_ status: Int) -> Bool { [408, 429, 502, 503, 504].contains(status) }

  /// How long to wait after a try, in seconds.
  ///
  /// Half of the time is certain and half is chance, lest many clients come back together. What the
  /// server asks for (RFC 9110, 10.2.3) is the least.
  ///
  /// - Parameters:
  ///   - attempt: which try failed, from 1 on.
  ///   - asked: the value of `Retry-After`.
  func pause(
    after attempt: Int, asked: String?, now: Date, using generator: inout some RandomNumberGenerator
  ) -> Double {
    // Whatever a program asks for, nobody waits for longer than a day.
    let longestPause = min(longestPause, 86_400)
    let most = min(longestPause, firstPause * Double(1 << min(max(attempt - 1, 0), 30)))
    let own = most / 2 + Double.random(in: 0...1, using: &generator) * most / 2
    guard let asked = asked.flatMap({ Self.seconds($0, now: now) }) else { return max(0, own) }
    return max(0, min(max(own, asked), longestPause))
  }

  /// The seconds that `Retry-After` asks for: a number, or until a date.
  static func seconds(_ text: String, now: Date) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) { return Double(text) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text).map { max(0, $0.timeIntervalSince(now)) }
  }
}
