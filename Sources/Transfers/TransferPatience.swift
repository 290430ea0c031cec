/// For how long a server is waited for; nil is for as long as it takes.
package struct TransferPatience: Sendable, Equatable {
  /// Until it takes the connection, TLS included (`CURLOPT_CONNECTTIMEOUT_MS`).
  package var connect: Duration?
  /// From the beginning to the end of its answer (`CURLOPT_TIMEOUT_MS`).
  package var whole: Duration?
  /// While no byte goes and none comes.
  package var idle: Duration?

  /// Makes one; at least one of the times ought to be there.
  package init(connect: Duration? = nil, whole: Duration? = nil, idle: Duration? = nil) {
    self.connect = connect
    self.whole = whole
    self.idle = idle
  }
}
