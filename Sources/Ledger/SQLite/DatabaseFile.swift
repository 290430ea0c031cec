internal import Glibc

/// A database's file, before SQLite opens it.
///
/// It is never opened here: when a process closes any descriptor of a file, POSIX lets go of all its
/// locks on the file, those of other connections too.
enum DatabaseFile {
  /// Makes an empty file that only this user can use where there is none, and the folder for it.
  ///
  /// SQLite gives its log and its index the same rights.
  ///
  /// - Returns: the path as SQLite is to have it.
  /// - Throws: `exposed` where others may read the file or write to its folder, `unavailable` where it
  ///   is no regular file or can't be made.
  static func prepare(at path: String) throws(LedgerError) -> String {
    // A C string would end at a zero; a name such as ":memory:" would be no file.
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw LedgerError(.unavailable, "mknod", EINVAL)
    }
    let path = path.hasPrefix("/") ? path : "./\(path)"
    let folder = parent(of: path)
    // The paths are lent for the calls.
    if unsafe mkdir(folder, 0o700) == 0 { try flush(parent(of: folder)) }
    // Links to the folder are its administrator's matter.
    var status = stat()
    try check("stat", unsafe stat(folder, &status))
    guard status.st_mode & 0o022 == 0 else { throw LedgerError(.exposed, "stat") }
    // mknod(2) makes a file without opening it, and follows no link.
    if unsafe mknod(path, S_IFREG | 0o600, 0) == 0 {
      try flush(folder)
    } else if errno != EEXIST {
      try check("mknod", -1)
    }
    try check("lstat", unsafe lstat(path, &status))
    guard status.st_mode & S_IFMT == S_IFREG else { throw LedgerError(.unavailable, "lstat") }
    guard status.st_mode & 0o077 == 0 else { throw LedgerError(.exposed, "lstat") }
    return path
  }

  /// Flushes a folder's names to its device.
  private static func flush(_ folder: String) throws(LedgerError) {
    // The path is lent for the call.
    let number = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check("open", number)
    defer { close(number) }
    try check("fsync", fsync(number))
  }

  private static func parent(of path: String) -> String {
    let name = path.drop { $0 == "/" }.reversed().drop { $0 == "/" }.prefix { $0 != "/" }.count
    var folder = path[...]
    while folder.last == "/" { folder = folder.dropLast() }
    folder = folder.dropLast(name)
    while folder.count > 1, folder.last == "/" { folder = folder.dropLast() }
    return folder.isEmpty ? "." : String(folder)
  }

  private static func check(_ call: String, _ answer: Int32) throws(LedgerError) {
    guard answer < 0 else { return }
    let number = errno
    let isFull = [ENOSPC, EDQUOT].contains(number)
    throw LedgerError(isFull ? .full : .unavailable, call, number)
  }
}
