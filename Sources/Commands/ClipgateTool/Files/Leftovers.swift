internal import Glibc
internal import Synchronization

/// The temporary names that exist in directories at this moment, so that a process which must end
/// at once can remove them.
///
/// Whoever publishes holds the lock for all of a publication's steps: an abrupt end waits for them
/// and finds either everything or nothing.
enum Leftovers {
  /// A name and the open directory that it is in; the directory stays open while it is listed.
  struct Name: Hashable {
    var directory: Int32
    var name: FileName
  }

  private static let names = Mutex<Set<Name>>([])

  static func add(_ name: Name) { names.withLock { _ = $0.insert(name) } }

  static func remove(_ name: Name) { names.withLock { _ = $0.remove(name) } }

  /// Does several things that an abrupt end must not part; `body` may not add or remove names.
  static func withoutAbruptEnd<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try names.withLock { (_) throws(Failure) in try body() }
  }

  /// Removes every listed name and ends the process.
  static func removeAllAndExit(status: Int32) -> Never {
    names.withLock { names in
      for name in names {
        // The name is lent for the call.
        _ = unsafe name.name.withCString { unsafe unlinkat(name.directory, $0, 0) }
      }
      // Under the lock, so that no new name appears; _exit runs nothing that could wait for it.
      _exit(status)
    }
  }
}
