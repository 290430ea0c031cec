internal import CLinux
internal import FoundationEssentials
internal import Glibc

/// An open directory; everything in it is reached by a single name, and no link is followed.
///
/// Open, so that it stays the one that was checked even if somebody renames what is above it.
final class Folder: Sendable {
  private let number: Int32

  /// Takes over a descriptor of a directory that nobody else closes.
  private init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens the folder at a path, and makes it first where there is none.
  ///
  /// Links above it are followed: how a machine's folders hang together is its administrator's matter.
  ///
  /// - Parameter path: without a slash at its end, behind which a link would be followed.
  static func root(at path: String) throws(StorageError) -> Folder {
    // The path is lent for the calls.
    let isNew = unsafe path.withCString { unsafe mkdir($0, 0o700) } == 0
    guard isNew || errno == EEXIST else { throw StorageError("mkdir", errno: errno) }
    let root = Folder(
      owning: try check("open") {
        unsafe path.withCString { unsafe Glibc.open($0, flags) }
      })
    if isNew { try root.folder("..").flush() }
    return root
  }

  /// Opens a folder in this one that is ours alone, and makes it first where there is none.
  func privateFolder(_ name: String) throws(StorageError) -> Folder {
    // The name is lent for the call.
    let made = unsafe name.withCString { unsafe mkdirat(number, $0, 0o700) }
    guard made == 0 || errno == EEXIST else { throw StorageError("mkdirat", errno: errno) }
    let folder = try folder(name)
    guard try Self.status(of: folder.number).st_mode & 0o077 == 0 else {
      throw StorageError(.exposed, "fstat")
    }
    return folder
  }

  private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  private func folder(_ name: String) throws(StorageError) -> Folder {
    Folder(
      owning: try check("openat") {
        // The name is lent for the call.
        unsafe name.withCString { unsafe openat(number, $0, Self.flags) }
      })
  }

  /// Makes an empty file that only this user can read, and opens it for reading and writing.
  func create(_ name: String) throws(StorageError) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return try check("openat") {
      // The name is lent for the call.
      unsafe name.withCString { unsafe openat(number, $0, flags, 0o600) }
    }
  }

  /// Opens a regular file for reading.
  func open(_ name: String, absence: StorageError.Code) throws(StorageError) -> StoredObject {
    // Without O_NONBLOCK the opening of a FIFO waits for one who writes.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let file = try check("openat", absence: absence) {
      // The name is lent for the call.
      unsafe name.withCString { unsafe openat(number, $0, flags) }
    }
    do throws(StorageError) {
      return StoredObject(owning: file, size: try Self.size(of: file))
    } catch {
      close(file)
      throw error
    }
  }

  /// The size of a regular file, and when it was written and when its name was last changed.
  func entry(
    _ name: String
  ) throws(StorageError) -> (size: Int64, written: Date, renamed: Date) {
    var status = stat()
    try check("fstatat", absence: .missing) {
      // The name is lent for the call, which fills a local value.
      unsafe name.withCString { unsafe fstatat(number, $0, &status, AT_SYMLINK_NOFOLLOW) }
    }
    return (
      try Self.regularSize(status), Self.date(status.st_mtim), Self.date(status.st_ctim)
    )
  }

  /// Moves a file to a name in another folder that must be free, in one step.
  ///
  /// - Returns: whether it has the old name as well.
  func move(
    _ name: String, to folder: Folder, as newName: String
  ) throws(StorageError) -> Bool {
    do throws(StorageError) {
      try check("renameat2") {
        // The names are lent for the call.
        unsafe name.withCString { old in
          unsafe newName.withCString {
            unsafe clinux_renameat2(number, old, folder.number, $0, clinux_rename_noreplace)
          }
        }
      }
      return false
    } catch {
      // File systems over a network can't refuse to replace; none of them replaces by a hard link.
      guard error.number == EINVAL || error.number == ENOSYS else { throw error }
      try check("linkat") {
        // The names are lent for the call.
        unsafe name.withCString { old in
          unsafe newName.withCString { unsafe linkat(number, old, folder.number, $0, 0) }
        }
      }
      return true
    }
  }

  /// Removes a name; answers 0, or the `errno`.
  func unlink(_ name: String) -> Int32 {
    // The name is lent for the call.
    unsafe name.withCString { unsafe unlinkat(number, $0, 0) } == 0 ? 0 : errno
  }

  /// Flushes the folder's names to its device.
  func flush() throws(StorageError) {
    try check("fsync") { fsync(number) }
  }

  /// The names in the folder, in no order, its own and its parent's among them.
  func names() throws(StorageError) -> [String] {
    // A second descriptor: the stream closes it, and it has a position of its own.
    let list = try folder(".")
    let copy = try check("fcntl") { fcntl(list.number, F_DUPFD_CLOEXEC, 3) }
    // The stream lives until the end of this function; an entry until the next is read.
    guard let stream = unsafe fdopendir(copy) else {
      let failure = errno
      close(copy)
      throw StorageError("fdopendir", errno: failure)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // A name that is no UTF-8 is not ours.
      if let name { names.append(name) }
    }
    guard errno == 0 else { throw StorageError("readdir", errno: errno) }
    return names
  }

  /// The size of an open file, which has to be a regular one.
  static func size(of descriptor: Int32) throws(StorageError) -> Int64 {
    try regularSize(status(of: descriptor))
  }

  private static func status(of descriptor: Int32) throws(StorageError) -> stat {
    var status = stat()
    // The call fills a local value.
    try check("fstat") { unsafe fstat(descriptor, &status) }
    return status
  }

  private static func regularSize(_ status: stat) throws(StorageError) -> Int64 {
    guard status.st_mode & S_IFMT == S_IFREG else { throw StorageError(.irregular, "fstat") }
    return Int64(status.st_size)
  }

  private static func date(_ time: timespec) -> Date {
    Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}
