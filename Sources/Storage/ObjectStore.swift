package import FoundationEssentials

/// Where bytes rest: whole objects under keys of ours, put there once and never changed.
///
/// An object begins as a staged file, which nobody sees; `commit` puts it under its key, and when that
/// returns the object outlives a loss of power. A process that ends before leaves nothing under the
/// key, or the whole object, or a leftover that `removeLeftovers` finds.
///
/// All calls block; any thread may make them, several at once, and several processes may share a
/// store. `ObjectStoreTests` is what each store has to pass.
package protocol ObjectStore: Sendable {
  /// Begins an object: an empty private file of this machine.
  ///
  /// It is a file for every store, since a child in its box reads and writes descriptors.
  ///
  /// - Returns: the file, which is removed when it is let go of.
  /// - Throws: `StorageError`.
  func stage() throws(StorageError) -> StagedObject

  /// Puts a staged file under a key, for good.
  ///
  /// Whatever it throws, the staged file is gone: after a failed `fsync(2)` a second one succeeds
  /// without having written anything, so it is not tried again.
  ///
  /// - Parameters:
  ///   - staged: a file that this store began.
  ///   - key: the key to be; the first commit of a key stands.
  /// - Returns: the object's size in bytes.
  /// - Throws: `StorageError`; `taken` where there is an object under the key.
  @discardableResult
  func commit(_ staged: consuming StagedObject, as key: ObjectKey) throws(StorageError) -> Int64

  /// Opens an object; it can be read to its end even if it is deleted meanwhile.
  ///
  /// - Parameter key: the object's key.
  /// - Returns: the object, open for reading.
  /// - Throws: `StorageError`; `missing` where there is none.
  func open(_ key: ObjectKey) throws(StorageError) -> StoredObject

  /// How long an object is, without opening it.
  ///
  /// - Parameter key: the object's key.
  /// - Returns: its size in bytes.
  /// - Throws: `StorageError`; `missing` where there is none.
  func size(of key: ObjectKey) throws(StorageError) -> Int64

  /// Removes an object, for good when it returns; does nothing where there is none.
  ///
  /// - Parameter key: the object's key.
  /// - Throws: `StorageError`.
  func delete(_ key: ObjectKey) throws(StorageError)

  /// The keys of the objects that were committed before a time, in no order.
  ///
  /// For the sweeper, which removes what no row of the ledger names. An object is there before its row
  /// is, so what is younger than that takes is none of a sweeper's business.
  ///
  /// - Parameter time: a time on this machine's clock, or the store's where it has one.
  /// - Returns: the keys; what else lies in the store is not ours and is left out.
  /// - Throws: `StorageError`.
  func keys(committedBefore time: Date) throws(StorageError) -> [ObjectKey]

  /// Removes staged files that a process left when it ended.
  ///
  /// - Parameter time: files that were written to since then stay; somebody may be at work on them.
  /// - Returns: how many were removed.
  /// - Throws: `StorageError`.
  @discardableResult
  func removeLeftovers(writtenBefore time: Date) throws(StorageError) -> Int
}
