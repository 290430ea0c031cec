internal import FoundationEssentials

extension SQLiteLedger {
  package func admit(_ admission: Admission) throws(LedgerError) -> Admission.Answer {
    let settings = try JSONText.text(of: admission.settings)
    let verdict = try JSONText.text(of: admission.verdict)
    return try writer.transaction { connection throws(LedgerError) in
      if let key = admission.key, let answer = try Self.answer(to: key, &connection) {
        return answer
      }
      let job = try self.job(for: admission, settings: settings, &connection)
      try connection.run(
        """
        INSERT INTO clips (id, job, created, filename, content_type, verdict)
        VALUES (:id, :job, \(Self.now), :filename, :content_type, :verdict)
        """,
        [
          "id": admission.clip, "job": job, "filename": admission.labels.filename,
          "content_type": admission.labels.contentType, "verdict": verdict,
        ])
      if let key = admission.key {
        try connection.run(
          """
          INSERT INTO keys (text, fingerprint, created, clip)
          VALUES (:text, :fingerprint, \(Self.now), :clip)
          """, ["text": key.text, "fingerprint": key.fingerprint, "clip": admission.clip])
      }
      if let post = admission.post { try Self.insert(post, clip: admission.clip, &connection) }
      guard let clip = try Self.clip(admission.clip, &connection) else {
        throw LedgerError(.fault, "admit")
      }
      if let kind = Delivery.Kind(clip.job.state) {
        try deliver(kind, clip: clip.id, &connection)
      }
      return .admitted(clip)
    }
  }

  package func refuse(
    _ refusal: Refusal, under key: IdempotencyKey
  ) throws(LedgerError) -> Admission.Answer {
    let verdict = try JSONText.text(of: refusal.verdict)
    return try writer.transaction { connection throws(LedgerError) in
      if let answer = try Self.answer(to: key, &connection) { return answer }
      try connection.run(
        """
        INSERT INTO keys (text, fingerprint, created, status, verdict)
        VALUES (:text, :fingerprint, \(Self.now), :status, :verdict)
        """,
        [
          "text": key.text, "fingerprint": key.fingerprint, "status": refusal.status,
          "verdict": verdict,
        ])
      return .refused(refusal)
    }
  }

  package func answer(to key: IdempotencyKey) throws(LedgerError) -> Admission.Answer? {
    // A clip that is deleted between the two statements has taken its key with it.
    try reader.use { connection throws(LedgerError) in try Self.answer(to: key, &connection) }
  }

  private static func answer(
    to key: IdempotencyKey, _ connection: inout Connection
  ) throws(LedgerError) -> Admission.Answer? {
    let found = try connection.first(
      "SELECT fingerprint, clip, status, verdict FROM keys WHERE text = :text", ["text": key.text]
    ) { row throws(LedgerError) in
      (
        fingerprint: try row.digest(), clip: try row.idIfAny(), status: try row.integerIfAny(),
        verdict: try row.textIfAny()
      )
    }
    guard let found else { return nil }
    guard found.fingerprint == key.fingerprint else { return .conflict }
    if let clip = found.clip {
      return try Self.clip(clip, &connection).map { .repeated($0) }
    }
    let status = try Statement.some(found.status)
    let verdict = try Statement.some(found.verdict)
    return .refused(Refusal(status: Int(status), verdict: try JSONText.value(of: verdict)))
  }

  /// The job that an upload joins, or its own.
  private func job(
    for admission: Admission, settings text: String, _ connection: inout Connection
  ) throws(LedgerError) -> UUID {
    let known = try connection.first(
      """
      SELECT id FROM jobs
      WHERE content = :content AND settings = :settings AND state <> 'failed'
      """, ["content": admission.content, "settings": text]
    ) { row throws(LedgerError) in try row.id() }
    if let known { return known }
    try connection.run(
      """
      INSERT INTO jobs (id, content, settings, bytes, ready, max_tries)
      VALUES (:id, :content, :settings, :bytes, :ticks, :max_tries)
      """,
      [
        "id": admission.job, "content": admission.content, "settings": text,
        "bytes": admission.byteCount, "max_tries": max(1, settings.maxAttempts),
      ])
    return admission.job
  }
}
