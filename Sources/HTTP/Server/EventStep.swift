/// What an `EventSource` has at the moment.
package enum EventStep: Sendable {
  /// An event to send.
  case event(ServerSentEvent)
  /// Nothing yet; the source calls `wake`.
  case later
  /// Nothing any more.
  case end
}
