/// How a request goes on once its head is there.
package enum Beginning: Sendable {
  /// It is answered at once. A body is not read; the connection ends behind the answer where one follows.
  case answer(Response)
  /// The body is taken, at most so many bytes of it, and then answered.
  ///
  /// More is answered with 413 by the server: before a byte where `Content-Length` says so, else as soon
  /// as more has come. A request without a body is one of 0 bytes. What is costly is counted against
  /// its client's `uploadsPerMinute`.
  case receive(any BodyReceiver, most: Int64, isCostly: Bool = false)
}
