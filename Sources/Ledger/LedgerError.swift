/// That a ledger could not do what it was asked; safe to print, since it has no path and no content.
package struct LedgerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of fault it is; more may be added.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as logs and metrics have it.
    package let rawValue: String

    /// Makes a code.
    ///
    /// - Parameter rawValue: the code as logs and metrics have it.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Others kept the database to themselves for longer than we wait; worth another try.
    package static let busy = Self(rawValue: "busy")
    /// The database can't be opened, read or written: no right, no folder, a device that fails.
    package static let unavailable = Self(rawValue: "unavailable")
    /// The device or a quota has no room left.
    package static let full = Self(rawValue: "full")
    /// It is no database, a damaged one, or a row is not as this program writes rows.
    package static let corrupt = Self(rawValue: "corrupt")
    /// A newer version of this program has changed the tables.
    package static let newerSchema = Self(rawValue: "newer_schema")
    /// An id that is to be new is in use.
    package static let taken = Self(rawValue: "taken")
    /// Others than the service's user may read the database or replace it.
    package static let exposed = Self(rawValue: "exposed")
    /// A mistake of ours; `number` says which.
    package static let fault = Self(rawValue: "fault")
  }

  /// What kind of fault it is.
  package let code: Code
  /// The call that failed, as "sqlite3_step".
  package let call: String
  /// SQLite's extended result code or `errno`, as `call` has it; 0 where there is none.
  package let number: Int32

  /// The code, the call and the number, as "full (sqlite3_step, 13)".
  package var description: String {
    number == 0 ? "\(code.rawValue) (\(call))" : "\(code.rawValue) (\(call), \(number))"
  }

  init(_ code: Code, _ call: String, _ number: Int32 = 0) {
    self.code = code
    self.call = call
    self.number = number
  }
}
