internal import CSQLite
internal import Glibc

extension LedgerError {
  /// - Parameters:
  ///   - call: the call that failed.
  ///   - number: the extended result code that it gave.
  ///   - database: the handle that it was about, if there is one: it knows the `errno`.
  init(_ call: String, _ number: Int32, of database: OpaquePointer?) {
    // On an open handle or one that failed to open.
    let system = unsafe database.map { unsafe sqlite3_system_errno($0) } ?? 0
    self.init(Self.code(of: number, errno: system), call, number)
  }

  private static func code(of number: Int32, errno system: Int32) -> Code {
    switch number {
    // The macros are shifts, which Swift does not import: SQLITE_CONSTRAINT_PRIMARYKEY and _UNIQUE,
    // SQLITE_IOERR_CORRUPTFS.
    case SQLITE_CONSTRAINT | 6 << 8, SQLITE_CONSTRAINT | 8 << 8: return .taken
    case SQLITE_IOERR | 33 << 8: return .corrupt
    default: break
    }
    return switch number & 0xff {
    // PROTOCOL: a race of those that open a write-ahead log, lost too often.
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    case SQLITE_FULL: .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      [ENOSPC, EDQUOT, EFBIG].contains(system) ? .full : .unavailable
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_NOMEM, SQLITE_NOLFS: .unavailable
    default: .fault
    }
  }
}
