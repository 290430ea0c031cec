extension SQLiteLedger {
  package func expireLeases(of worker: String) throws(LedgerError) -> Int {
    try writer.transaction { connection throws(LedgerError) in
      try connection.run(
        "UPDATE deliveries SET due = :ticks, sender = NULL WHERE sender = :sender",
        ["sender": worker])
      return try connection.run(
        """
        UPDATE jobs SET lease_end = :ticks
        WHERE state = 'running' AND worker = :worker AND lease_end > :ticks
        """, ["worker": worker])
    }
  }
}
