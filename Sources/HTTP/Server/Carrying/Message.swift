/// What other threads tell a loop.
enum Message: Sendable {
  /// A connection is the loop's from now on.
  case adopt(Newcomer)
  /// A request's answer; nil where there will be none.
  case answer(Response?, connection: UInt64, request: Int)
  /// A source of events may have one.
  case wake(connection: UInt64, request: Int)
  /// No new request; all is over at an instant.
  case stop(Instant)
}
