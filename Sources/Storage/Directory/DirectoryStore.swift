package import FoundationEssentials
internal import Glibc

/// A store in a directory: `objects` has a file for each key, `incoming` what is on its way there.
///
/// A commit is `fsync(2)` of the file, `renameat2(2)`, `fsync(2)` of `objects`. Both folders are on
/// one file system, 0700, and their files 0600.
package struct DirectoryStore: ObjectStore {
  private let objects: Folder
  private let incoming: Folder

  /// Opens the store in a folder, and makes the folder first where there is none.
  ///
  /// - Parameter path: the folder; it may be no link itself, and folders above it must be there.
  /// - Throws: `StorageError`; `irregular` where the folder or one in it is a link or no folder,
  ///   `exposed` where others may use a folder in it, `gone` where the folder above it is missing.
  package init(at path: String) throws(StorageError) {
    var path = path[...]
    while path.count > 1, path.last == "/" { path = path.dropLast() }
    // A C string would end there, and name another folder.
    guard !path.utf8.contains(0) else { throw StorageError("open", errno: EINVAL) }
    let root = try Folder.root(at: String(path))
    objects = try root.privateFolder("objects")
    incoming = try root.privateFolder("incoming")
    try root.flush()
  }

  /// Begins an object in `incoming`.
  ///
  /// - Returns: an empty file.
  /// - Throws: `StorageError`.
  package func stage() throws(StorageError) -> StagedObject {
    try StagedObject(in: incoming)
  }

  /// Puts a staged file under a key, for good.
  ///
  /// - Parameters:
  ///   - staged: a file that this store began.
  ///   - key: the key to be.
  /// - Returns: the object's size in bytes.
  /// - Throws: `StorageError`; `taken` where there is an object under the key.
  @discardableResult
  package func commit(
    _ staged: consuming StagedObject, as key: ObjectKey
  ) throws(StorageError) -> Int64 {
    try staged.publish(as: key, in: objects)
  }

  /// Opens an object.
  ///
  /// - Parameter key: the object's key.
  /// - Returns: the object, open for reading.
  /// - Throws: `StorageError`; `missing` where there is none, `irregular` where it is no file.
  package func open(_ key: ObjectKey) throws(StorageError) -> StoredObject {
    try objects.open(key.name, absence: .missing)
  }

  /// How long an object is.
  ///
  /// - Parameter key: the object's key.
  /// - Returns: its size in bytes.
  /// - Throws: `StorageError`; `missing` where there is none, `irregular` where it is no file.
  package func size(of key: ObjectKey) throws(StorageError) -> Int64 {
    try objects.entry(key.name).size
  }

  /// Removes an object, for good; does nothing where there is none.
  ///
  /// - Parameter key: the object's key.
  /// - Throws: `StorageError`; `irregular` where there is a folder in its place.
  package func delete(_ key: ObjectKey) throws(StorageError) {
    let failure = objects.unlink(key.name)
    guard failure == 0 || failure == ENOENT else { throw StorageError("unlinkat", errno: failure) }
    // Also where there is none: who removed it may have ended before it was flushed.
    try objects.flush()
  }

  /// The keys of the objects that were committed before a time, in no order.
  ///
  /// - Parameter time: a time on this machine's clock.
  /// - Returns: the keys of regular files; whatever else lies there is left out.
  /// - Throws: `StorageError`.
  package func keys(committedBefore time: Date) throws(StorageError) -> [ObjectKey] {
    var keys: [ObjectKey] = []
    for name in try objects.names() {
      guard let key = ObjectKey(name: name), let entry = try Self.entry(name, in: objects) else {
        continue
      }
      if entry.renamed < time { keys.append(key) }
    }
    return keys
  }

  /// Removes files of `incoming` that nobody has open, and nobody has written to since a time.
  ///
  /// - Parameter time: a time on this machine's clock.
  /// - Returns: how many were removed; what has no name as ours, or is no file, stays.
  /// - Throws: `StorageError`.
  @discardableResult
  package func removeLeftovers(writtenBefore time: Date) throws(StorageError) -> Int {
    var count = 0
    for name in try incoming.names() where StagedObject.isOurs(name) {
      guard let entry = try Self.entry(name, in: incoming), entry.written < time,
        try isLeftAlone(name)
      else { continue }
      let failure = incoming.unlink(name)
      // It may have been committed or given up meanwhile.
      guard failure == 0 || failure == ENOENT else {
        throw StorageError("unlinkat", errno: failure)
      }
      if failure == 0 { count += 1 }
    }
    return count
  }

  /// Whether no process has a staged file open: each that has holds a lock on it.
  private func isLeftAlone(_ name: String) throws(StorageError) -> Bool {
    let file: StoredObject
    do throws(StorageError) { file = try incoming.open(name, absence: .missing) } catch {
      guard error.code == .missing || error.code == .irregular else { throw error }
      return false
    }
    return flock(file.descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// What a listed name stands for; nil where it is gone meanwhile, or no regular file.
  private static func entry(
    _ name: String, in folder: Folder
  ) throws(StorageError) -> (size: Int64, written: Date, renamed: Date)? {
    do throws(StorageError) {
      return try folder.entry(name)
    } catch {
      guard error.code == .missing || error.code == .irregular else { throw error }
      return nil
    }
  }
}
