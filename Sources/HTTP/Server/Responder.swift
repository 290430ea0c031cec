internal import Synchronization

/// Takes the answer to one request, once, from any thread.
///
/// Let go of without an answer, it answers 500, so that no client waits for ever.
package final class Responder: Sendable {
  private let deliver: @Sendable (Response?) -> Void
  private let isAnswered = Atomic(false)
  private let gone = Atomic(false)

  /// - Parameter deliver: hands the answer on, from any thread; nil says that there will be none.
  init(_ deliver: @escaping @Sendable (Response?) -> Void) { self.deliver = deliver }

  deinit {
    if !isAnswered.load(ordering: .relaxed) { deliver(nil) }
  }

  /// Answers the request; all calls but the first do nothing, nor does one when the client is gone.
  package func answer(_ response: Response) {
    guard !isAnswered.exchange(true, ordering: .relaxed) else { return }
    deliver(response)
  }

  /// Whether the connection is known to be lost (reset, or cut by the server's stop).
  ///
  /// A client that only ended its sending side may still read, so that one which closed in good order is
  /// not told from it before something is sent.
  package var isClientGone: Bool { gone.load(ordering: .relaxed) }

  /// Says that nobody waits any more.
  func clientIsGone() { gone.store(true, ordering: .relaxed) }
}
