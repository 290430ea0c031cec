/// How much of an answer is taken; one that is longer ends the exchange.
package struct TransferLimits: Sendable, Equatable {
  /// Bytes of all heads together.
  package var head = 65_536
  /// Bytes of the body.
  package var body: Int

  /// - Parameter body: the most bytes of a body.
  package init(body: Int) { self.body = body }
}
