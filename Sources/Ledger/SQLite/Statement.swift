internal import CSQLite
internal import FoundationEssentials

/// One run of a prepared statement, which is ready for the next run when this value ends.
///
/// The values of a row are read from its first column to its last, each once. One that is not of the
/// kind that this program writes makes the database `corrupt`.
@safe
struct Statement: ~Copyable {
  // Lent by the connection, which outlives each run: runs are local to its methods.
  private let statement: OpaquePointer
  private let database: OpaquePointer
  private var column: Int32 = 0

  /// - Parameters:
  ///   - statement: a prepared statement that is not being run.
  ///   - database: the open database that it was prepared for.
  init(lent statement: OpaquePointer, by database: OpaquePointer) {
    unsafe self.statement = statement
    unsafe self.database = database
  }

  deinit {
    // It repeats the error of the last step, which was thrown already.
    unsafe sqlite3_reset(statement)
    unsafe sqlite3_clear_bindings(statement)
  }

  /// Gives the parameters `:name` their values: each of them, and no other. `:ticks` is the time now.
  mutating func bind(_ values: KeyValuePairs<String, any Bindable>) throws(LedgerError) {
    let ticks = unsafe sqlite3_bind_parameter_index(statement, ":ticks")
    if ticks > 0 { unsafe sqlite3_bind_int64(statement, ticks, Ticks.now) }
    let count = unsafe Int(sqlite3_bind_parameter_count(statement))
    guard count == values.count + (ticks > 0 ? 1 : 0) else {
      throw LedgerError(.fault, "sqlite3_bind_parameter_count")
    }
    for (name, value) in values {
      // The name is lent for the call.
      let index = unsafe sqlite3_bind_parameter_index(statement, ":\(name)")
      guard index > 0 else { throw LedgerError(.fault, "sqlite3_bind_parameter_index") }
      let answer =
        switch value.binding {
        case .null: unsafe sqlite3_bind_null(statement, index)
        case .integer(let number): unsafe sqlite3_bind_int64(statement, index, number)
        case .real(let number): unsafe sqlite3_bind_double(statement, index, number)
        case .text(let text):
          // The text is copied before the call returns.
          unsafe csqlite_bind_text(statement, index, text, UInt64(text.utf8.count))
        }
      guard answer == SQLITE_OK else {
        throw unsafe LedgerError("sqlite3_bind", answer, of: database)
      }
    }
  }

  /// Goes on to the next row; false at the end.
  mutating func step() throws(LedgerError) -> Bool {
    column = 0
    switch unsafe sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let answer: throw unsafe LedgerError("sqlite3_step", answer, of: database)
    }
  }

  /// The next column's text; nil for NULL.
  mutating func textIfAny() throws(LedgerError) -> String? {
    guard try isNext(SQLITE_TEXT) else { return nil }
    // The bytes are the statement's until its next step; they are copied at once.
    guard let bytes = unsafe sqlite3_column_text(statement, column) else {
      throw LedgerError(.unavailable, "sqlite3_column_text", SQLITE_NOMEM)
    }
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    let text = unsafe String(
      validating: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    column += 1
    guard let text else { throw LedgerError(.corrupt, "sqlite3_column_text") }
    return text
  }

  /// The next column's whole number; nil for NULL.
  mutating func integerIfAny() throws(LedgerError) -> Int64? {
    guard try isNext(SQLITE_INTEGER) else { return nil }
    defer { column += 1 }
    return unsafe sqlite3_column_int64(statement, column)
  }

  /// The next column's number.
  mutating func real() throws(LedgerError) -> Double {
    guard try isNext(SQLITE_FLOAT) else { throw LedgerError(.corrupt, "sqlite3_column_type") }
    defer { column += 1 }
    return unsafe sqlite3_column_double(statement, column)
  }

  /// The next column's text.
  mutating func text() throws(LedgerError) -> String { try Self.some(textIfAny()) }

  /// The next column's whole number.
  mutating func integer() throws(LedgerError) -> Int64 { try Self.some(integerIfAny()) }

  /// The next column's id; nil for NULL.
  mutating func idIfAny() throws(LedgerError) -> UUID? {
    guard let text = try textIfAny() else { return nil }
    return try Self.some(UUID(uuidString: text))
  }

  /// The next column's id.
  mutating func id() throws(LedgerError) -> UUID { try Self.some(idIfAny()) }

  /// The next column's digest.
  mutating func digest() throws(LedgerError) -> Digest { try Self.some(Digest(text())) }

  /// The next column's time.
  mutating func date() throws(LedgerError) -> Date {
    Date(timeIntervalSince1970: Double(try integer()) / 1000)
  }

  /// The next column's value, from its JSON.
  mutating func json<Value: Decodable>(
    _ type: Value.Type = Value.self
  ) throws(LedgerError) -> Value { try JSONText.value(of: text()) }

  /// What there has to be.
  static func some<Value>(_ value: Value?) throws(LedgerError) -> Value {
    guard let value else { throw LedgerError(.corrupt, "sqlite3_column_type") }
    return value
  }

  /// Whether the next column is of a kind; false for NULL, which is then read.
  private mutating func isNext(_ kind: Int32) throws(LedgerError) -> Bool {
    switch unsafe sqlite3_column_type(statement, column) {
    case kind: return true
    case SQLITE_NULL:
      column += 1
      return false
    default: throw LedgerError(.corrupt, "sqlite3_column_type")
    }
  }
}
