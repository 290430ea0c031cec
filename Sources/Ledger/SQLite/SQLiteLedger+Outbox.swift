internal import FoundationEssentials

// The messages as a queue.
extension SQLiteLedger {
  package func claimDelivery(sender: String) throws(LedgerError) -> DeliveryClaim? {
    // Senders ask often and in vain; that takes no right to write from anybody.
    let isDue = try reader.use { connection throws(LedgerError) in
      try connection.first(Self.due) { row throws(LedgerError) in try row.integer() } != nil
    }
    guard isDue else { return nil }
    return try writer.transaction { connection throws(LedgerError) in
      try connection.first(
        """
        UPDATE deliveries
        SET attempt = attempt + 1, tries = tries + 1, sender = :sender, due = :ticks + :lease
        WHERE number = (\(Self.due))
        RETURNING \(Delivery.columns), attempt, tries
        """, ["sender": sender, "lease": settings.deliveryLease]
      ) { row throws(LedgerError) in
        DeliveryClaim(
          delivery: try Delivery(reading: &row), attempt: try row.attempt(),
          tries: Int(try row.integer()), sender: sender)
      }
    }
  }

  package func acknowledge(_ claim: DeliveryClaim) throws(LedgerError) -> Bool {
    try writer.transaction { connection throws(LedgerError) in
      try connection.run("DELETE FROM deliveries WHERE id = :id", ["id": claim.delivery.id]) == 1
    }
  }

  package func postpone(
    _ claim: DeliveryClaim, for time: Duration, because reason: String
  ) throws(LedgerError) -> Bool {
    try writer.transaction { connection throws(LedgerError) in
      try connection.run(
        """
        UPDATE deliveries SET sender = NULL, due = :ticks + :time, reason = :reason
        \(Self.held)
        """,
        [
          "time": time, "reason": reason, "id": claim.delivery.id, "attempt": claim.attempt,
          "sender": claim.sender,
        ]) == 1
    }
  }

  package func giveUp(
    _ claim: DeliveryClaim, because reason: String
  ) throws(LedgerError) -> Bool {
    try writer.transaction { connection throws(LedgerError) in
      try connection.run(
        """
        UPDATE deliveries SET sender = NULL, given_up = \(Self.now), reason = :reason
        \(Self.held)
        """,
        [
          "reason": reason, "id": claim.delivery.id, "attempt": claim.attempt,
          "sender": claim.sender,
        ]) == 1
    }
  }

  package func release(_ claim: DeliveryClaim) throws(LedgerError) -> Bool {
    try writer.transaction { connection throws(LedgerError) in
      try connection.run(
        """
        UPDATE deliveries SET sender = NULL, due = :ticks, tries = tries - 1
        \(Self.held)
        """,
        ["id": claim.delivery.id, "attempt": claim.attempt, "sender": claim.sender]) == 1
    }
  }

  package func outbox() throws(LedgerError) -> OutboxDepth {
    let depth = try reader.use { connection throws(LedgerError) in
      try connection.first(
        "SELECT count(*) FILTER (WHERE given_up IS NULL), count(given_up) FROM deliveries"
      ) { row throws(LedgerError) in
        OutboxDepth(pending: Int(try row.integer()), givenUp: Int(try row.integer()))
      }
    }
    return try Statement.some(depth)
  }

  /// The number of the delivery that may be claimed and has been due for longest.
  static let due = """
    SELECT number FROM deliveries
    WHERE given_up IS NULL AND due <= :ticks
    ORDER BY due, number LIMIT 1
    """

  /// That a claim still holds.
  private static let held = "WHERE id = :id AND attempt = :attempt AND sender = :sender"
}
