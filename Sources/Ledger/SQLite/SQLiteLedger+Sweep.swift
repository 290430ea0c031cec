package import FoundationEssentials

extension SQLiteLedger {
  package func sweep() throws(LedgerError) -> Swept {
    try writer.transaction { connection throws(LedgerError) in
      let jobs = try connection.all(
        """
        UPDATE jobs
        SET state = 'failed', worker = NULL, lease_end = NULL,
          reason = 'the lease of the last attempt ran out'
        WHERE state = 'running' AND lease_end <= :ticks AND tries >= max_tries
        RETURNING id
        """
      ) { row throws(LedgerError) in try row.id() }
      for job in jobs { try deliver(endOf: job, .failed, &connection) }
      let keys = try connection.run(
        "DELETE FROM keys WHERE created <= \(Self.now) - :lifetime",
        ["lifetime": settings.keyLifetime])
      let posts = try connection.all(
        """
        DELETE FROM posts WHERE clip IN (
          SELECT clips.id FROM jobs JOIN clips ON clips.job = jobs.id
          WHERE jobs.state IN ('failed', 'refused'))
        RETURNING id, has_image
        """
      ) { row throws(LedgerError) in (id: try row.id(), hasImage: try row.integer() == 1) }
      return Swept(
        failedJobs: jobs, postsWithImages: posts.filter(\.hasImage).map(\.id), keys: keys)
    }
  }

  package func standing(ofJob id: UUID) throws(LedgerError) -> JobStanding? {
    try reader.use { connection throws(LedgerError) in
      try connection.first("SELECT state, attempt FROM jobs WHERE id = :id", ["id": id]) {
        row throws(LedgerError) in
        JobStanding(state: try row.state(), attempt: try row.attempt())
      }
    }
  }
}
