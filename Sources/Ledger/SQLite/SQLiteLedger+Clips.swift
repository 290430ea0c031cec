package import FoundationEssentials

extension SQLiteLedger {
  package func clip(_ id: UUID) throws(LedgerError) -> Clip? {
    try reader.use { connection throws(LedgerError) in try Self.clip(id, &connection) }
  }

  package func clips(limit: Int, after cursor: ClipCursor?) throws(LedgerError) -> [Clip] {
    guard limit > 0 else { return [] }
    return try reader.use { connection throws(LedgerError) in
      try connection.all(
        "\(Clip.selection) WHERE clips.number < :number ORDER BY clips.number DESC LIMIT :limit",
        ["number": cursor?.number ?? .max, "limit": limit]
      ) { row throws(LedgerError) in try Clip(reading: &row) }
    }
  }

  package func delete(clip id: UUID) throws(LedgerError) -> Deletion? {
    try writer.transaction { connection throws(LedgerError) in
      guard let clip = try Self.clip(id, &connection) else { return nil }
      let posts = try connection.all(
        "SELECT id FROM posts WHERE clip = :clip AND has_image = 1 ORDER BY number", ["clip": id]
      ) { row throws(LedgerError) in try row.id() }
      try connection.run("DELETE FROM clips WHERE id = :id", ["id": id])
      let isGone = try connection.run(
        """
        DELETE FROM jobs WHERE id = :job AND NOT EXISTS (SELECT 1 FROM clips WHERE job = :job)
        """, ["job": clip.job.id])
      return Deletion(job: isGone == 1 ? clip.job : nil, postsWithImages: posts)
    }
  }

  static func clip(
    _ id: UUID, _ connection: inout Connection
  ) throws(LedgerError) -> Clip? {
    try connection.first("\(Clip.selection) WHERE clips.id = :id", ["id": id]) {
      row throws(LedgerError) in try Clip(reading: &row)
    }
  }
}

extension Clip {
  static let selection = """
    SELECT clips.number, clips.id, clips.created, clips.filename, clips.content_type,
      clips.verdict, \(Job.columns)
    FROM clips JOIN jobs ON jobs.id = clips.job
    """

  /// Reads the columns of `selection`.
  init(reading row: inout Statement) throws(LedgerError) {
    cursor = ClipCursor(number: try row.integer())
    id = try row.id()
    created = try row.date()
    labels = Labels(filename: try row.textIfAny(), contentType: try row.textIfAny())
    verdict = try row.json()
    job = try Job(reading: &row)
  }
}
