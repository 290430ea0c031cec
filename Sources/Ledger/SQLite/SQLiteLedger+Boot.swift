extension SQLiteLedger {
  /// Ends what was promised by the ticks of another start of this machine: all processes that held something are gone,
  /// and what waited for its time waits no longer.
  ///
  /// Where the kernel does not name its start, what lies further ahead than anything that this one promises is
  /// another's; the rest is over soon.
  func forgetOtherBoots(_ boot: String?) throws(LedgerError) {
    let isKnown = try reader.use { connection throws(LedgerError) in
      try Self.isOurs(boot, &connection)
    }
    if isKnown { return }
    try writer.transaction { connection throws(LedgerError) in
      // Another process may have come first.
      guard try !Self.isOurs(boot, &connection) else { return }
      let isHidden = boot == nil
      try connection.run(
        "UPDATE jobs SET ready = :ticks WHERE state = 'queued' AND ready > :ticks + :longest",
        ["longest": isHidden ? settings.backOff * (1 << 10) : .zero])
      try connection.run(
        "UPDATE jobs SET lease_end = :ticks WHERE state = 'running' AND lease_end > :ticks + :longest",
        ["longest": isHidden ? settings.lease : .zero])
      try connection.run(
        """
        UPDATE deliveries SET due = :ticks, sender = NULL
        WHERE given_up IS NULL AND due > :ticks + :longest
        """, ["longest": isHidden ? Self.longestPostponement : .zero])
      if let boot {
        try connection.run("UPDATE boot SET name = :name", ["name": boot])
      }
    }
  }

  /// No message is postponed for longer.
  private static let longestPostponement = Duration.seconds(27 * 60 * 60)

  /// Whether the times in the database are of this start; never sure where the kernel hides it.
  private static func isOurs(
    _ boot: String?, _ connection: inout Connection
  ) throws(LedgerError) -> Bool {
    guard let boot else { return false }
    let name = try connection.first("SELECT name FROM boot") { row throws(LedgerError) in
      try row.text()
    }
    return name == boot
  }
}
