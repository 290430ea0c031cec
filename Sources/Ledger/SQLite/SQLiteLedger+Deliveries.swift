internal import FoundationEssentials

extension SQLiteLedger {
  package func deliveries(limit: Int) throws(LedgerError) -> [Delivery] {
    guard limit > 0 else { return [] }
    return try reader.use { connection throws(LedgerError) in
      try connection.all(
        """
        SELECT \(Delivery.columns) FROM deliveries WHERE given_up IS NULL
        ORDER BY number LIMIT :limit
        """, ["limit": limit]
      ) { row throws(LedgerError) in try Delivery(reading: &row) }
    }
  }

  /// Inserts a delivery for each clip of a job that has ended; none for one that has not.
  func deliver(
    endOf job: UUID, _ state: JobState, _ connection: inout Connection
  ) throws(LedgerError) {
    guard settings.deliversWebhooks, let kind = Delivery.Kind(state) else { return }
    try connection.run(
      """
      INSERT INTO deliveries (id, kind, clip, created, due)
      SELECT \(Self.randomID), :kind, id, \(Self.now), :ticks FROM clips
      WHERE job = :job ORDER BY number
      """, ["kind": kind.rawValue, "job": job])
  }

  /// Inserts a delivery for one clip, which has joined a job that has ended.
  func deliver(
    _ kind: Delivery.Kind, clip: UUID, _ connection: inout Connection
  ) throws(LedgerError) {
    guard settings.deliversWebhooks else { return }
    try connection.run(
      """
      INSERT INTO deliveries (id, kind, clip, created, due)
      VALUES (\(Self.randomID), :kind, :clip, \(Self.now), :ticks)
      """, ["kind": kind.rawValue, "clip": clip])
  }
}

extension Delivery {
  static let columns = "id, kind, clip, created"

  /// Reads `columns`.
  init(reading row: inout Statement) throws(LedgerError) {
    id = try row.id()
    kind = try Statement.some(Kind(rawValue: row.text()))
    clip = try row.id()
    created = try row.date()
  }
}

extension Delivery.Kind {
  /// What the end of a job is told as; nil for a state that is none.
  init?(_ state: JobState) {
    switch state {
    case .queued, .running: return nil
    case .done: self = .ready
    case .failed, .refused: self = .failed
    }
  }
}
