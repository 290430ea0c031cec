internal import Synchronization

/// A connection that threads take turns with.
final class Line: Sendable {
  private let connection: Mutex<Connection>

  init(path: String) throws(LedgerError) {
    var connection = try Connection(path: path, patience: 10_000)
    try Schema.prepare(&connection)
    self.connection = Mutex(connection)
  }

  /// Waits for its turn and lends the connection.
  func use<Value: Sendable>(
    _ body: (inout Connection) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    try connection.withLock { connection throws(LedgerError) in try body(&connection) }
  }

  /// Waits for its turn and does all of it or nothing, with the right to write.
  func transaction<Value: Sendable>(
    _ body: (inout Connection) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    try use { connection throws(LedgerError) in try connection.transaction(body) }
  }
}
