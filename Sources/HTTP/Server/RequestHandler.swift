/// What answers requests; one for the whole server.
package protocol RequestHandler: Sendable {
  /// Decides about a request before a byte of its body is read.
  ///
  /// It is called on one of the server's few threads, as is everything of a `BodyReceiver`: what takes
  /// longer than a write to a file belongs elsewhere.
  ///
  /// - Parameters:
  ///   - head: the request, of which everything was checked that decides where the next one begins.
  ///   - id: what `X-Request-Id` of the answer says, a UUID of ours.
  func begin(_ head: RequestHead, id: String) -> Beginning
}
