internal import FoundationEssentials

extension SQLiteLedger {
  package func claim(worker: String) throws(LedgerError) -> Claim? {
    // Workers ask often and in vain; that takes no right to write from anybody.
    let isWaiting = try reader.use { connection throws(LedgerError) in
      try connection.first(Self.claimable) { row throws(LedgerError) in try row.integer() } != nil
    }
    guard isWaiting else { return nil }
    return try writer.transaction { connection throws(LedgerError) in
      while let taken = try self.take(for: worker, &connection) {
        do throws(LedgerError) {
          return Claim(
            job: taken.job, attempt: taken.attempt, worker: worker, content: taken.content,
            byteCount: taken.byteCount, settings: try JSONText.value(of: taken.settings),
            filename: taken.filename)
        } catch {
          try self.fail(taken.job, because: "its settings can't be read", &connection)
        }
      }
      return nil
    }
  }

  /// Takes the oldest job that may be claimed, whatever its settings are.
  private func take(
    for worker: String, _ connection: inout Connection
  ) throws(LedgerError) -> Taken? {
    try connection.first(
      """
      UPDATE jobs
      SET state = 'running', attempt = attempt + 1, tries = tries + 1, worker = :worker,
        lease_end = :ticks + :lease, progress = 0
      WHERE number = (\(Self.claimable))
      RETURNING id, attempt, content, bytes, settings,
        (SELECT filename FROM clips WHERE job = jobs.id AND filename IS NOT NULL
         ORDER BY clips.number LIMIT 1)
      """, ["worker": worker, "lease": settings.lease]
    ) { row throws(LedgerError) in
      (
        job: try row.id(), attempt: try row.attempt(), content: try row.digest(),
        byteCount: try row.integer(), settings: try row.text(), filename: try row.textIfAny()
      )
    }
  }

  private typealias Taken = (
    job: UUID, attempt: UInt32, content: Digest, byteCount: Int64, settings: String,
    filename: String?
  )

  private func fail(
    _ job: UUID, because reason: String, _ connection: inout Connection
  ) throws(LedgerError) {
    try connection.run(
      """
      UPDATE jobs SET state = 'failed', worker = NULL, lease_end = NULL, reason = :reason
      WHERE id = :job
      """, ["job": job, "reason": reason])
    try deliver(endOf: job, .failed, &connection)
  }

  package func heartbeat(_ claim: Claim, progress: Double) throws(LedgerError) -> Bool {
    // No number counts as 0, too.
    let progress = progress > 0 ? min(progress, 1) : 0
    return try writer.transaction { connection throws(LedgerError) in
      try connection.run(
        """
        UPDATE jobs SET lease_end = :ticks + :lease, progress = :progress \(Self.ours)
        """,
        [
          "lease": settings.lease, "progress": progress, "job": claim.job,
          "attempt": claim.attempt, "worker": claim.worker,
        ]) == 1
    }
  }

  package func finish(_ claim: Claim, _ outcome: JobOutcome) throws(LedgerError) -> Bool {
    let state: JobState
    var report: String?
    var outputs: Outputs?
    var verdict: String?
    var reason: String?
    switch outcome {
    case .done(let told, let made):
      state = .done
      report = try JSONText.text(of: told)
      outputs = made
    case .refused(let told):
      state = .refused
      verdict = try JSONText.text(of: told)
    case .failed(let told):
      state = .failed
      reason = told
    }
    return try writer.transaction { connection throws(LedgerError) in
      let isOurs = try connection.run(
        """
        UPDATE jobs
        SET state = :state, worker = NULL, lease_end = NULL,
          progress = CASE :state WHEN 'done' THEN 1.0 ELSE progress END, report = :report,
          movie_bytes = :movie_bytes, movie_sha256 = :movie_sha256,
          poster_bytes = :poster_bytes, poster_sha256 = :poster_sha256,
          verdict = :verdict, reason = coalesce(:reason, reason)
        \(Self.ours)
        """,
        [
          "state": state.rawValue, "report": report, "movie_bytes": outputs?.movie.byteCount,
          "movie_sha256": outputs?.movie.sha256, "poster_bytes": outputs?.poster.byteCount,
          "poster_sha256": outputs?.poster.sha256, "verdict": verdict, "reason": reason,
          "job": claim.job, "attempt": claim.attempt, "worker": claim.worker,
        ])
      guard isOurs == 1 else { return false }
      try deliver(endOf: claim.job, state, &connection)
      return true
    }
  }

  package func retry(
    _ claim: Claim, because reason: String
  ) throws(LedgerError) -> JobState? {
    try writer.transaction { connection throws(LedgerError) in
      let state = try connection.first(
        """
        UPDATE jobs
        SET state = CASE WHEN tries < max_tries THEN 'queued' ELSE 'failed' END,
          worker = NULL, lease_end = NULL, progress = 0, reason = :reason,
          ready = :ticks + :back_off * (1 << min(tries - 1, 10))
        \(Self.ours)
        RETURNING state
        """,
        [
          "reason": reason, "back_off": settings.backOff, "job": claim.job,
          "attempt": claim.attempt, "worker": claim.worker,
        ]
      ) { row throws(LedgerError) in try row.state() }
      if let state { try deliver(endOf: claim.job, state, &connection) }
      return state
    }
  }

  package func release(_ claim: Claim) throws(LedgerError) -> Bool {
    try writer.transaction { connection throws(LedgerError) in
      try connection.run(
        """
        UPDATE jobs
        SET state = 'queued', tries = tries - 1, worker = NULL, lease_end = NULL, progress = 0,
          ready = :ticks
        \(Self.ours)
        """, ["job": claim.job, "attempt": claim.attempt, "worker": claim.worker]) == 1
    }
  }

  /// The number of the oldest job that may be claimed.
  ///
  /// The first condition is the index's, so that jobs that have ended cost nothing.
  static let claimable = """
    SELECT number FROM jobs
    WHERE state IN ('queued', 'running')
      AND (state = 'queued' AND ready <= :ticks
        OR state = 'running' AND lease_end <= :ticks AND tries < max_tries)
    ORDER BY number LIMIT 1
    """

  /// That a claim still holds.
  private static let ours =
    "WHERE id = :job AND attempt = :attempt AND worker = :worker AND state = 'running'"
}
