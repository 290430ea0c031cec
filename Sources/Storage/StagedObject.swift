internal import CLinux
internal import Glibc

/// An object that is being written: a private file that is removed when it is let go of.
///
/// Letting go of it is how an upload is given up; `ObjectStore.commit` is how it is kept.
package struct StagedObject: ~Copyable, Sendable {
  /// The file, open for reading and writing as long as this value lives; for a child that writes.
  package let descriptor: Int32
  /// How many bytes were appended; those that a child wrote through the descriptor are not counted.
  package private(set) var count: Int64 = 0
  /// Its name in the folder of staged files, until it is committed.
  let name: String
  private let folder: Folder
  private var isNamed = true
  /// What an append threw: there is a gap, and it can't become an object any more.
  private var failure: StorageError?

  /// Makes an empty file that only this user can read, under a name that nobody else has.
  ///
  /// - Parameter folder: where files are staged.
  init(in folder: Folder) throws(StorageError) {
    let name = Self.freshName()
    descriptor = try folder.create(name)
    // As long as somebody has the file open, a child that writes it too, it is no leftover (flock(2)).
    flock(descriptor, LOCK_SH | LOCK_NB)
    self.name = name
    self.folder = folder
  }

  deinit {
    close(descriptor)
    // A failure leaves what a sweep removes.
    if isNamed { _ = folder.unlink(name) }
  }

  /// Writes bytes behind those that were appended before.
  ///
  /// - Parameter bytes: any count of bytes, also none.
  /// - Throws: `StorageError`; after that all appends and the commit throw the same.
  package mutating func append(_ bytes: Span<UInt8>) throws(StorageError) {
    if let failure { throw failure }
    var rest = bytes
    while !rest.isEmpty {
      let part = rest
      do throws(StorageError) {
        let written = try check("write") {
          // The span's bytes are lent for the call.
          unsafe part.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        }
        count += Int64(written)
        rest = part.extracting(droppingFirst: written)
      } catch {
        failure = error
        throw error
      }
    }
  }

  /// Opens the file a second time, for reading alone: for a child that judges it.
  ///
  /// - Returns: what was written so far, as an object that has no key yet.
  /// - Throws: `StorageError`.
  package func reading() throws(StorageError) -> StoredObject {
    try folder.open(name, absence: .gone)
  }

  /// The hash of what was appended so far, read back, to go on with.
  ///
  /// - Throws: `StorageError`; `device` where the file is shorter than what was appended.
  package func hash() throws(StorageError) -> ContentHash {
    var read: Int64 = 0
    let hash = try ContentHash.reading(descriptor, &read)
    guard read == count else { throw StorageError(.device, "pread") }
    return hash
  }

  /// Has the device begin with what was appended, for a commit that is likely: it has the less to wait
  /// for (`sync_file_range(2)`).
  ///
  /// Nothing is promised by it. It waits for no device and hears of no failure, which all stay the
  /// commit's `fsync(2)`'s.
  package func beginFlush() {
    _ = clinux_begin_flush(descriptor)
  }

  /// Flushes the file to its device and moves it to its key's name, in that order.
  ///
  /// - Returns: its size in bytes.
  consuming func publish(as key: ObjectKey, in objects: Folder) throws(StorageError) -> Int64 {
    if let failure { throw failure }
    try check("fsync") { fsync(descriptor) }
    let size = try Folder.size(of: descriptor)
    isNamed = try folder.move(name, to: objects, as: key.name)
    do throws(StorageError) {
      try objects.flush()
    } catch {
      // It may be lost with the next loss of power, so it must not be found before.
      _ = objects.unlink(key.name)
      throw error
    }
    return size
  }

  /// Whether a name in the folder of staged files is one that `freshName` gives.
  static func isOurs(_ name: String) -> Bool {
    let digits = name.utf8.prefix { (48...57).contains($0) || (97...102).contains($0) }
    return digits.count == 16 && name.utf8.count == 21 && name.hasSuffix(ending)
  }

  private static let ending = ".part"

  private static func freshName() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits + ending
  }
}
