extension Job {
  static let columns = """
    jobs.id, jobs.content, jobs.settings, jobs.bytes, jobs.state, jobs.attempt, jobs.progress,
    jobs.report, jobs.movie_bytes, jobs.movie_sha256, jobs.poster_bytes, jobs.poster_sha256,
    jobs.verdict, jobs.reason
    """

  /// Reads `columns`.
  init(reading row: inout Statement) throws(LedgerError) {
    id = try row.id()
    content = try row.digest()
    settings = try row.json()
    byteCount = try row.integer()
    state = try row.state()
    attempt = try row.attempt()
    progress = try row.real()
    let report = try row.textIfAny()
    let movie = (bytes: try row.integerIfAny(), sha256: try row.textIfAny())
    let poster = (bytes: try row.integerIfAny(), sha256: try row.textIfAny())
    let verdict = try row.textIfAny()
    let reason = try row.textIfAny()
    outcome =
      switch state {
      case .queued, .running: nil
      case .done:
        .done(
          try JSONText.value(of: Statement.some(report)),
          Outputs(
            movie: try Outputs.Object(movie.bytes, movie.sha256),
            poster: try Outputs.Object(poster.bytes, poster.sha256)))
      case .refused: .refused(try JSONText.value(of: Statement.some(verdict)))
      case .failed: .failed(reason: try Statement.some(reason))
      }
  }
}

extension Statement {
  /// The next column's state.
  mutating func state() throws(LedgerError) -> JobState {
    try Self.some(JobState(rawValue: text()))
  }

  /// The next column's number of an attempt.
  mutating func attempt() throws(LedgerError) -> UInt32 {
    try Self.some(UInt32(exactly: integer()))
  }
}

extension Outputs.Object {
  fileprivate init(_ byteCount: Int64?, _ sha256: String?) throws(LedgerError) {
    self.init(
      byteCount: try Statement.some(byteCount),
      sha256: try Statement.some(Digest(Statement.some(sha256))))
  }
}
