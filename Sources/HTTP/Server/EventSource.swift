/// Gives the server-sent events of one answer, one at a time as the client takes them.
///
/// The server asks for the next only when the last was handed to the network: a slow reader costs no
/// memory, and a source may leave out what is no longer true.
package protocol EventSource: AnyObject, Sendable {
  /// The stream begins; once, and not where there is none (HEAD, or a client that is gone before).
  ///
  /// - Parameter wake: called from any thread to have `next` called where it said `.later`; it costs little,
  ///   and does nothing once the stream is closed.
  func open(_ wake: @escaping @Sendable () -> Void)

  /// What comes next. It may not wait.
  func next() -> EventStep

  /// The stream is over: it ended, the client is gone, or the server stops; once, and the last call.
  func close()
}
