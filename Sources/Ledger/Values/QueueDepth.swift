/// How much there is to do.
package struct QueueDepth: Equatable, Sendable {
  /// How many jobs wait, those that wait for another attempt among them.
  package let queued: Int
  /// How many jobs are at work, those whose lease has run out among them.
  package let running: Int
  /// For how long the first of those that wait could have been claimed; nil where none waits.
  package let oldest: Duration?
}
