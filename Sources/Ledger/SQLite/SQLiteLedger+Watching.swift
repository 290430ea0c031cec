extension SQLiteLedger {
  package func changeCount() throws(LedgerError) -> Int64 {
    try watcher.use { connection throws(LedgerError) in
      try connection.first("PRAGMA data_version") { row throws(LedgerError) in
        try row.integer()
      } ?? 0
    }
  }

  package func queue() throws(LedgerError) -> QueueDepth {
    let depth = try reader.use { connection throws(LedgerError) in
      try connection.first(
        """
        SELECT count(*) FILTER (WHERE state = 'queued'), count(*) FILTER (WHERE state = 'running'),
          max(0, :ticks - min(ready) FILTER (WHERE state = 'queued'))
        FROM jobs WHERE state IN ('queued', 'running')
        """
      ) { row throws(LedgerError) in
        QueueDepth(
          queued: Int(try row.integer()), running: Int(try row.integer()),
          oldest: try row.integerIfAny().map { .milliseconds($0) })
      }
    }
    return try Statement.some(depth)
  }

  package func checkReadiness() throws(LedgerError) {
    let written = try writer.transaction { connection throws(LedgerError) in
      try connection.first("UPDATE readiness SET number = number + 1 RETURNING number") {
        row throws(LedgerError) in try row.integer()
      }
    }
    let read = try reader.use { connection throws(LedgerError) in
      try connection.first("SELECT number FROM readiness") { row throws(LedgerError) in
        try row.integer()
      }
    }
    // Others may have written since.
    guard let written, let read, read >= written else {
      throw LedgerError(.corrupt, "checkReadiness")
    }
  }
}
