extension SQLiteLedger {
  /// Ends what was promised by the ticks of another start of this machine: all processes that held something are gone,
  /// and what waited for its time waits no longer.
  func forgetOtherBoots() throws(LedgerError) {
    let known = try reader.use { connection throws(LedgerError) in try Self.boot(&connection) }
    guard known != Ticks.boot else { return }
    try writer.transaction { connection throws(LedgerError) in
      // Another process may have come first.
      guard try Self.boot(&connection) != Ticks.boot else { return }
      try connection.run("UPDATE jobs SET ready = :ticks WHERE state = 'queued'")
      try connection.run("UPDATE jobs SET lease_end = :ticks WHERE state = 'running'")
      try connection.run("UPDATE deliveries SET due = :ticks, sender = NULL WHERE given_up IS NULL")
      try connection.run("UPDATE boot SET name = :name", ["name": Ticks.boot])
    }
  }

  private static func boot(_ connection: inout Connection) throws(LedgerError) -> String? {
    try connection.first("SELECT name FROM boot") { row throws(LedgerError) in try row.text() }
  }
}
