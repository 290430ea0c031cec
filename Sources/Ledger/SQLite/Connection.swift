internal import CSQLite

/// An open database, for one thread at a time.
@safe
struct Connection: ~Copyable {
  // Owned: closed in deinit.
  private let database: OpaquePointer
  // Owned as well: finalized in deinit, before the database is closed.
  private var prepared: [String: OpaquePointer] = unsafe [:]

  /// Opens a database file that is there, in write-ahead mode, with every commit flushed.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - patience: for how long a call waits for the locks of others, in milliseconds.
  init(path: String, patience: Int32) throws(LedgerError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    // The path is lent for the call. Threads are kept apart by a lock of ours, thus NOMUTEX.
    let answer = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard answer == SQLITE_OK, let handle = unsafe opened else {
      let error = unsafe LedgerError("sqlite3_open_v2", answer, of: opened)
      // After a failure there is a handle as well; a nil one is let be.
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    // SQLite's own handler sleeps longer each time, so that a busy process starves another for seconds.
    // The context is no address but the count of milliseconds, which outlives everything.
    unsafe sqlite3_busy_handler(
      handle,
      { context, count in
        guard count < Int(bitPattern: context) else { return 0 }
        sqlite3_sleep(1)
        return 1
      }, UnsafeMutableRawPointer(bitPattern: Int(patience)))
    unsafe database = handle
  }

  deinit {
    // Those that were prepared, each of which is reset by now, since no run outlives a call.
    while let statement = unsafe sqlite3_next_stmt(database, nil) {
      unsafe sqlite3_finalize(statement)
    }
    unsafe sqlite3_close_v2(database)
  }

  /// Runs a statement to its end.
  ///
  /// - Returns: how many rows it inserted, changed or deleted, those of cascades not counted.
  @discardableResult
  mutating func run(
    _ sql: String, _ values: KeyValuePairs<String, any Bindable> = [:]
  ) throws(LedgerError) -> Int {
    var statement = try statement(sql, values)
    while try statement.step() {}
    // On the open handle.
    return unsafe Int(sqlite3_changes64(database))
  }

  /// Runs a statement to its end, and makes a value of each of its rows.
  mutating func all<Value>(
    _ sql: String, _ values: KeyValuePairs<String, any Bindable> = [:],
    _ read: (inout Statement) throws(LedgerError) -> Value
  ) throws(LedgerError) -> [Value] {
    var statement = try statement(sql, values)
    var found: [Value] = []
    while try statement.step() { found.append(try read(&statement)) }
    return found
  }

  /// Runs a statement to its end, and makes a value of its first row; nil where it has none.
  mutating func first<Value>(
    _ sql: String, _ values: KeyValuePairs<String, any Bindable> = [:],
    _ read: (inout Statement) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value? {
    try all(sql, values, read).first
  }

  /// Runs several statements that give no rows and take no values.
  mutating func script(_ sql: String) throws(LedgerError) {
    // The text is lent for the call; there is no callback and no message to free.
    let answer = unsafe sqlite3_exec(database, sql, nil, nil, nil)
    guard answer == SQLITE_OK else {
      throw unsafe LedgerError("sqlite3_exec", answer, of: database)
    }
  }

  /// Does all of it or nothing, with the right to write from its beginning on.
  ///
  /// A transaction that reads first and then wants to write is refused at once where somebody wrote
  /// between; this one waits for its turn instead.
  ///
  /// - Throws: `unavailable` also where the file is not in its place any more: what is written to it then
  ///   nobody finds again. One that goes between that look and the commit, some microseconds, is not seen.
  mutating func transaction<Value>(
    _ body: (inout Connection) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    try run("BEGIN IMMEDIATE")
    do throws(LedgerError) {
      let value = try body(&self)
      try requirePlace()
      try run("COMMIT")
      return value
    } catch {
      // SQLite has rolled back some faults by itself, want of room among them.
      if unsafe sqlite3_get_autocommit(database) == 0 { try? script("ROLLBACK") }
      throw error
    }
  }

  /// Looks whether the file that is open is the one that its path names; one `stat(2)`.
  private func requirePlace() throws(LedgerError) {
    var hasMoved: Int32 = 0
    // Fills a local number; the names are lent for the call (SQLITE_FCNTL_HAS_MOVED).
    let answer = unsafe sqlite3_file_control(
      database, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    guard answer == SQLITE_OK, hasMoved == 0 else {
      throw LedgerError(.unavailable, "sqlite3_file_control", answer)
    }
  }

  private mutating func statement(
    _ sql: String, _ values: KeyValuePairs<String, any Bindable>
  ) throws(LedgerError) -> Statement {
    var statement = unsafe Statement(lent: try prepare(sql), by: database)
    try statement.bind(values)
    return statement
  }

  /// The statement of this text; each is prepared once.
  private mutating func prepare(_ sql: String) throws(LedgerError) -> OpaquePointer {
    if let known = unsafe prepared[sql] { return unsafe known }
    var made: OpaquePointer?
    // The text is lent for the call, which copies it.
    let answer = unsafe sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard answer == SQLITE_OK, let statement = unsafe made else {
      throw unsafe LedgerError("sqlite3_prepare_v3", answer, of: database)
    }
    unsafe prepared[sql] = statement
    return unsafe statement
  }
}
