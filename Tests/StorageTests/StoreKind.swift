internal import FoundationEssentials
internal import Storage
internal import TestSupport
internal import Testing

/// The stores that have to pass `ObjectStoreTests`.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
  case directory

  var testDescription: String { rawValue }

  /// An empty store of this kind; what it lies in lives as long as the fixture.
  func fixture() throws -> Fixture {
    switch self {
    case .directory:
      let folder = try ScratchFolder()
      return Fixture(store: try DirectoryStore(at: folder.file("store")), folder: folder)
    }
  }

  struct Fixture {
    let store: any ObjectStore
    let folder: ScratchFolder
  }
}

// Words that most tests of stores need.
extension ObjectStore {
  /// Stages bytes and commits them.
  @discardableResult
  func put(_ bytes: [UInt8], _ key: ObjectKey) throws(StorageError) -> Int64 {
    var staged = try stage()
    try staged.append(bytes.span)
    return try commit(staged, as: key)
  }

  /// All bytes of an object.
  func get(_ key: ObjectKey) throws(StorageError) -> [UInt8] {
    let object = try open(key)
    return try object.bytes(at: 0, count: Int(object.size))
  }

  /// All keys.
  func keys() throws(StorageError) -> Set<ObjectKey> {
    Set(try keys(committedBefore: .distantFuture))
  }
}

extension ObjectKey {
  /// A key that no other test has.
  static func fresh(_ kind: Kind = .received) -> ObjectKey { ObjectKey(job: UUID(), kind: kind) }
}

/// The code of what is thrown; nil where nothing is.
func code(_ body: () throws(StorageError) -> Void) -> StorageError.Code? {
  do throws(StorageError) {
    try body()
    return nil
  } catch { return error.code }
}
