/// What one try to send a message came to.
package enum Attempt: Equatable, Sendable {
  /// The receiver answered; how long it wants to be left alone, where it says so.
  case answered(status: Int, retryAfter: Duration?)
  /// No answer came: what failed, in words that have nothing of the URL in them.
  case failed(String)
  /// It was broken off, since this process ends.
  case interrupted
}
