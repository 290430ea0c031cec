internal import Foundation
internal import Glibc
internal import Storage
internal import TestSupport
internal import Testing

/// What is true of the store in a directory alone.
@Suite struct DirectoryStoreTests {
  private let folder: ScratchFolder
  /// Where the store lies.
  private let path: String
  private let store: DirectoryStore

  init() throws {
    folder = try ScratchFolder()
    path = folder.file("store")
    store = try DirectoryStore(at: path)
  }

  private func opening(_ path: String) -> StorageError.Code? {
    code { () throws(StorageError) in _ = try DirectoryStore(at: path) }
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func setAge(of name: String, _ seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date() - seconds], ofItemAtPath: "\(path)/\(name)")
  }

  private func names(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)")
  }

  @Test func `folders and files are this user's alone`() throws {
    let key = ObjectKey.fresh()
    let staged = try store.stage()
    for name in ["", "/objects", "/incoming"] { #expect(try mode(path + name) == 0o700) }
    let incoming = try #require(try names("incoming").first)
    #expect(try mode("\(path)/incoming/\(incoming)") == 0o600)
    try store.commit(staged, as: key)
    #expect(try mode("\(path)/objects/\(key.name)") == 0o600)
  }

  @Test(arguments: ["", "/", "///"])
  func `a store is found again, whatever slashes end its path`(slashes: String) throws {
    let key = ObjectKey.fresh()
    try store.put([1, 2], key)
    #expect(try DirectoryStore(at: path + slashes).get(key) == [1, 2])
  }

  @Test(arguments: ["", "/", "//"])
  func `a link to a store is no store`(slashes: String) throws {
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(opening(link + slashes) == .irregular)
  }

  @Test func `links above a store are the administrator's matter`() throws {
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    let key = ObjectKey.fresh()
    try store.put([1], key)
    #expect(try DirectoryStore(at: "\(link)/store").keys() == [key])
  }

  @Test(arguments: ["objects", "incoming"])
  func `a store with a link for a folder is refused`(name: String) throws {
    let elsewhere = folder.file("elsewhere")
    try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: elsewhere)
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: elsewhere)
    #expect(opening(path) == .irregular)
  }

  @Test(arguments: ["objects", "incoming"])
  func `a store with a file for a folder is refused`(name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    _ = try folder.write(Data([1]), as: "store/\(name)")
    #expect(opening(path) == .irregular)
  }

  @Test(arguments: ["objects", "incoming"], [0o710, 0o701, 0o770])
  func `a folder that others may use is refused`(name: String, mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: "\(path)/\(name)")
    #expect(opening(path) == .exposed)
  }

  @Test func `a file is no store`() throws {
    #expect(opening(try folder.write(Data([1]), as: "file")) == .irregular)
  }

  @Test(arguments: ["nowhere/store", "store\0more"])
  func `only the last folder of a path is made`(name: String) throws {
    #expect(opening(folder.file(name)) != nil)
    #expect(folder.names == ["store"])
  }

  /// Puts something that is no object where one would be.
  enum Intruder: CaseIterable {
    case link, danglingLink, fifo, folder, socket

    func put(at path: String, in folder: ScratchFolder) throws {
      let files = FileManager.default
      switch self {
      case .link:
        let target = try folder.write(Data("secret".utf8), as: "secret")
        try files.createSymbolicLink(atPath: path, withDestinationPath: target)
      case .danglingLink:
        try files.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere")
      case .fifo:
        // The path is lent for the call.
        try #require(unsafe mkfifo(path, 0o600) == 0)
      case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
      case .socket:
        // The path is lent for the call.
        try #require(unsafe mknod(path, S_IFSOCK | 0o600, 0) == 0)
      }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: Intruder.allCases)
  func `what is no regular file is no object`(_ intruder: Intruder) throws {
    let key = ObjectKey.fresh()
    try intruder.put(at: "\(path)/objects/\(key.name)", in: folder)
    #expect(code { () throws(StorageError) in _ = try store.open(key) } == .irregular)
    #expect(code { () throws(StorageError) in _ = try store.size(of: key) } == .irregular)
    #expect(try store.keys() == [])
  }

  @Test(arguments: Intruder.allCases)
  func `a commit replaces nothing and writes through nothing`(_ intruder: Intruder) throws {
    let key = ObjectKey.fresh()
    try intruder.put(at: "\(path)/objects/\(key.name)", in: folder)
    #expect(code { () throws(StorageError) in try store.put([1], key) } == .taken)
    #expect(try names("incoming") == [])
    if intruder == .link {
      #expect(try Data(contentsOf: URL(filePath: folder.file("secret"))) == Data("secret".utf8))
    }
  }

  @Test func `to delete a link leaves what it leads to`() throws {
    let key = ObjectKey.fresh()
    try Intruder.link.put(at: "\(path)/objects/\(key.name)", in: folder)
    try store.delete(key)
    #expect(try names("objects") == [])
    #expect(folder.names.contains("secret"))
  }

  @Test func `a folder in the place of an object is not deleted`() throws {
    let key = ObjectKey.fresh()
    try Intruder.folder.put(at: "\(path)/objects/\(key.name)", in: folder)
    #expect(code { () throws(StorageError) in try store.delete(key) } == .irregular)
  }

  @Test func `names that are not ours are neither listed nor removed`() throws {
    let names = ["readme.txt", ".hidden", "ABCDEF0123456789.part", "0123456789abcdef.part.bak"]
    for name in names {
      for place in ["objects", "incoming"] {
        _ = try folder.write(Data([1]), as: "store/\(place)/\(name)")
        try setAge(of: "\(place)/\(name)", 7200)
      }
    }
    #expect(try store.keys() == [])
    #expect(try store.removeLeftovers(writtenBefore: Date() - 3600) == 0)
    #expect(try Set(self.names("incoming")) == Set(names))
  }

  @Test func `old leftovers are swept, fresh ones and folders stay`() throws {
    for name in ["00000000000000aa.part", "00000000000000bb.part"] {
      _ = try folder.write(Data([1]), as: "store/incoming/\(name)")
    }
    let directory = "incoming/00000000000000cc.part"
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(directory)", withIntermediateDirectories: false)
    try setAge(of: directory, 7200)
    try setAge(of: "incoming/00000000000000aa.part", 7200)
    #expect(try store.removeLeftovers(writtenBefore: Date() - 3600) == 1)
    #expect(
      try Set(names("incoming")) == ["00000000000000bb.part", "00000000000000cc.part"])
  }

  @Test func `a staged file is no leftover while somebody has it open`() throws {
    let staged = try store.stage()
    #expect(try store.removeLeftovers(writtenBefore: .distantFuture) == 0)
    let name = "00000000000000dd.part"
    // Nobody has this one open.
    try Data().write(to: URL(filePath: "\(path)/incoming/\(name)"))
    #expect(try store.removeLeftovers(writtenBefore: .distantFuture) == 1)
    #expect(try store.commit(staged, as: .fresh()) == 0)
  }

  @Test func `a staged file that somebody removed is not committed`() throws {
    let key = ObjectKey.fresh()
    let staged = try store.stage()
    for name in try names("incoming") {
      try FileManager.default.removeItem(atPath: "\(path)/incoming/\(name)")
    }
    do throws(StorageError) {
      try store.commit(staged, as: key)
      Issue.record("committed")
    } catch { #expect(error.code == .gone) }
    #expect(try store.keys() == [])
  }

  @Test func `a store whose folder was removed says so`() throws {
    try FileManager.default.removeItem(atPath: path)
    #expect(code { () throws(StorageError) in _ = try store.stage() } == .gone)
  }

  @Test func `an error is printed without path and key`() throws {
    let key = ObjectKey.fresh()
    do throws(StorageError) {
      _ = try store.open(key)
      Issue.record("opened")
    } catch { #expect("\(error)" == "missing (openat, errno 2)") }
  }
}
