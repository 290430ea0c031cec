internal import CSQLite

/// The tables, and how an older database gets them.
enum Schema {
  /// Each step makes version n of version n − 1; steps are added and never changed.
  static let migrations = [
    PackageResources.m001_ledger_sql, PackageResources.m002_outbox_sql,
    PackageResources.m003_ticks_sql,
  ]

  /// Written into the file's header, which names it to `file(1)` and tells it from other databases.
  static let applicationID: Int64 = 0x436c_7067

  /// Makes a connection ready: the newest tables, a write-ahead log, and every commit flushed.
  ///
  /// - Throws: `newerSchema` before anything is changed, `corrupt` where it is another's database.
  static func prepare(_ connection: inout Connection) throws(LedgerError) {
    let version = try version(&connection)
    try connection.script("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;")
    // To change the mode takes a lock that SQLite does not wait for.
    try patiently { () throws(LedgerError) in
      let mode = try connection.first("PRAGMA journal_mode = WAL") { row throws(LedgerError) in
        try row.text()
      }
      guard mode == "wal" else { throw LedgerError(.unavailable, "PRAGMA journal_mode") }
    }
    try connection.script("PRAGMA synchronous = FULL;")
    if version < migrations.count { try migrate(&connection) }
  }

  /// The version of a database's tables, 0 for an empty one.
  private static func version(_ connection: inout Connection) throws(LedgerError) -> Int {
    // In one statement, since another process may be making the tables.
    let header = try connection.first(
      """
      SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema)
      FROM pragma_user_version, pragma_application_id
      """
    ) { row throws(LedgerError) in
      (version: try row.integer(), owner: try row.integer(), tables: try row.integer())
    }
    guard let header, header.owner == applicationID || header.version == 0 && header.tables == 0
    else { throw LedgerError(.corrupt, "PRAGMA application_id") }
    guard header.version <= migrations.count else {
      throw LedgerError(.newerSchema, "PRAGMA user_version")
    }
    return Int(header.version)
  }

  private static func migrate(_ connection: inout Connection) throws(LedgerError) {
    try connection.transaction { connection throws(LedgerError) in
      // Another process may have come first.
      let version = try version(&connection)
      for step in migrations.dropFirst(version) {
        try connection.script(String(decoding: step, as: UTF8.self))
      }
      try connection.script(
        "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(migrations.count);")
    }
  }

  /// Tries again while others are in the way, for ten seconds and a call's own patience at most.
  private static func patiently(_ body: () throws(LedgerError) -> Void) throws(LedgerError) {
    let start = ContinuousClock.now
    while true {
      do throws(LedgerError) { return try body() } catch {
        guard error.code == .busy, start.duration(to: .now) < .seconds(10) else { throw error }
        sqlite3_sleep(10)
      }
    }
  }
}
