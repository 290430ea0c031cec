/// One request and what became of it, for logs and counters.
package struct Exchange: Sendable {
  /// What `X-Request-Id` said.
  package let id: String
  /// The request; nil where its head could not be read.
  package let head: RequestHead?
  /// The status that was sent, or was about to be; nil where the client was gone before.
  package let status: Int?
  /// Bytes of the body that came, and of the answer that went, its header included.
  package let received: Int64, sent: Int64
  /// From the first byte of the request to the last of the answer.
  package let duration: Duration
  /// Whether all of the answer was handed to the network.
  package let isWhole: Bool
}
