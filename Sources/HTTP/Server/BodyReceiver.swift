/// Takes one request's body as it comes.
///
/// The calls come one by one, on one thread. The last is `finish`, `abandon`, or a `receive` that
/// refuses; nothing is called behind it, and one of them always comes.
package protocol BodyReceiver: AnyObject, Sendable {
  /// Takes the next bytes: some, at most 64 KiB, as they came.
  ///
  /// - Returns: nil to go on; an answer to refuse the rest, which the client can read while it sends.
  func receive(_ bytes: ArraySlice<UInt8>) -> Response?

  /// The whole body has come.
  ///
  /// - Parameter responder: takes the answer, now or later, from any thread.
  func finish(_ responder: Responder)

  /// The rest of the body does not come, or is not wanted; the server answers where that can be.
  func abandon(_ cause: Abandonment)
}
