/// How many messages have not arrived.
package struct OutboxDepth: Equatable, Sendable {
  /// How many are to be sent, those that are being sent and those that wait for another try among them.
  package let pending: Int
  /// How many were given up, of clips that are still there.
  package let givenUp: Int

  /// Makes one.
  package init(pending: Int, givenUp: Int) {
    self.pending = pending
    self.givenUp = givenUp
  }
}
