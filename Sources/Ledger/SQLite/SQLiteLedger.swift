internal import Synchronization

/// A ledger in a SQLite database: one file of this machine, which several processes share.
///
/// The log is written ahead (WAL) and flushed with each commit (`synchronous = FULL`), so that reading
/// never waits for writing. Threads of this process take turns on one connection that writes and a few
/// that read; processes wait for each other for ten seconds before they are told `busy`.
package final class SQLiteLedger: Ledger {
  package let settings: LedgerSettings
  let writer: Line
  private let readers: [Line]
  private let turn = Atomic<UInt>(0)
  /// Writes nothing, so that SQLite tells it of every commit as another's.
  let watcher: Line

  /// Opens the ledger in a file; makes the file first where there is none, and the folder around it.
  ///
  /// - Parameters:
  ///   - path: the file; two more, with `-wal` and `-shm` behind its name, lie beside it.
  ///   - settings: leases, attempts, and whether there are deliveries.
  ///   - boot: the kernel's name for its start; nil where it is hidden.
  /// - Throws: `LedgerError`: `newerSchema`, `corrupt`, `exposed` where others may read the file or
  ///   write to its folder, `unavailable`, `full`.
  package init(
    at path: String, settings: LedgerSettings = LedgerSettings(), boot: String? = Ticks.boot
  ) throws(LedgerError) {
    let path = try DatabaseFile.prepare(at: path)
    self.settings = settings
    writer = try Line(path: path)
    readers = [try Line(path: path), try Line(path: path)]
    watcher = try Line(path: path)
    try forgetOtherBoots(boot)
  }

  /// A connection to read from.
  var reader: Line {
    let number = turn.add(1, ordering: .relaxed).oldValue
    return readers[Int(number % UInt(readers.count))]
  }

  /// The wall clock in SQL, in milliseconds since 1970, for what people are told; one time for the whole of a
  /// statement. Leases and waits go by `:ticks`.
  static let now = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"

  /// A random id in SQL (RFC 9562, version 4).
  static let randomID = """
    lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
      || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2)
      || '-' || hex(randomblob(6)))
    """
}
