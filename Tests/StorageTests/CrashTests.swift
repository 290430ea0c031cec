internal import Foundation
internal import Storage
internal import TestSupport
internal import Testing

/// The order of system calls, and what is left where one fails or is the last.
@Suite(.enabled(if: Tool.strace.isInstalled, "strace is not installed"))
struct CrashTests {
  private let folder: ScratchFolder
  private let path: String
  private let store: DirectoryStore
  private let key = ObjectKey.fresh()

  init() throws {
    folder = try ScratchFolder()
    path = folder.file("store")
    store = try DirectoryStore(at: path)
  }

  private var incoming: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "\(path)/incoming") }
  }

  /// Commits three pieces of 5000 bytes in another process.
  private func commit(hindrance: String? = nil) throws -> StepTrace {
    try StepTrace(["commit", key.name, "3"], store: path, hindrance: hindrance)
  }

  @Test func `success is told after the file, its name and its folder are on the device`() throws {
    let trace = try commit()
    #expect(trace.outcome.output == "done\n")
    let start = try #require(trace.steps.firstIndex { $0.contains("O_EXCL") })
    #expect(
      trace.steps[start...] == [
        "openat incoming file O_EXCL 0600", "write file", "write file", "write file",
        "fsync file", "renameat2 incoming objects RENAME_NOREPLACE", "fsync objects",
        "write answer",
      ])
  }

  @Test func `a deletion is told after the folder is on the device`() throws {
    try store.put([1], key)
    let trace = try StepTrace(["delete", key.name], store: path)
    #expect(trace.steps.suffix(3) == ["unlinkat objects", "fsync objects", "write answer"])
  }

  @Test func `a new store is on the device before anything is put into it`() throws {
    let trace = try StepTrace(["commit", key.name], store: folder.file("new"))
    let calls = trace.steps.filter { $0.hasPrefix("mkdir") || $0.hasPrefix("fsync") }
    #expect(
      calls == [
        "fsync parent", "mkdirat store", "mkdirat store", "fsync store", "fsync file",
        "fsync objects",
      ])
  }

  @Test(
    arguments: [
      ("write:error=ENOSPC:when=1", .full), ("write:error=ENOSPC:when=3", .full),
      ("write:error=EDQUOT:when=2", .full), ("write:error=EFBIG:when=2", .full),
      ("write:error=EIO:when=2", .device), ("fsync:error=EIO:when=2", .device),
      ("fsync:error=ENOSPC:when=2", .full), ("renameat2:error=EROFS", .unwritable),
      ("renameat2:error=EACCES", .unwritable), ("renameat2:error=ENOSPC", .full),
      ("renameat2:error=ENOENT", .gone), ("renameat2:error=EXDEV", .failed),
      ("fsync:error=EIO:when=3", .device), ("renameat2:error=ENOMEM", .exhausted),
    ] as [(String, StorageError.Code)])
  func `a call that fails leaves nothing and says what it was`(
    hindrance: String, code: StorageError.Code
  ) throws {
    let trace = try commit(hindrance: hindrance)
    #expect(trace.outcome.output == "\(code.rawValue)\n")
    #expect(try store.keys() == [])
    #expect(try incoming == [])
  }

  @Test(arguments: [
    "write:error=EINTR:when=2", "fsync:error=EINTR:when=2", "renameat2:error=EINTR:when=1",
    "renameat2:error=EINVAL", "renameat2:error=ENOSYS",
  ])
  func `signals, and file systems without a rename of that kind, don't hinder a commit`(
    hindrance: String
  ) throws {
    let trace = try commit(hindrance: hindrance)
    #expect(trace.outcome.output == "done\n")
    #expect(try store.size(of: key) == 15_000)
    #expect(try incoming == [])
  }

  @Test func `without a rename of that kind the first commit stands, too`() throws {
    try store.put([1], key)
    let trace = try commit(hindrance: "renameat2:error=EINVAL")
    #expect(trace.outcome.output == "taken\n")
    #expect(try store.get(key) == [1])
    #expect(try incoming == [])
  }

  /// Where the process is killed, and whether the object is there already.
  @Test(
    arguments: [
      ("write:signal=KILL:when=1", false), ("write:signal=KILL:when=3", false),
      ("fsync:signal=KILL:when=2", false), ("renameat2:signal=KILL", nil),
      ("fsync:signal=KILL:when=3", true), ("write:signal=KILL:when=4", true),
    ] as [(String, Bool?)])
  func `a process that is killed leaves nothing, the whole, or what is swept`(
    hindrance: String, isThere: Bool?
  ) throws {
    let trace = try commit(hindrance: hindrance)
    #expect(trace.outcome.output == "")
    let keys = try store.keys()
    if let isThere { #expect(keys == (isThere ? [key] : [])) }
    if keys == [key] {
      #expect(try store.size(of: key) == 15_000)
      #expect(try incoming == [])
    } else {
      #expect(try incoming.count == 1)
    }
    try store.removeLeftovers(writtenBefore: Date() + 60)
    #expect(try incoming == [])
    // Who tries again is not hindered by what was left.
    if keys.isEmpty { #expect(try commit().outcome.output == "done\n") }
  }

  @Test func `a deletion that was killed is finished by the next one`() throws {
    try store.put([1], key)
    let killed = try StepTrace(
      ["delete", key.name], store: path, hindrance: "fsync:signal=KILL:when=2")
    #expect(killed.outcome.output == "")
    let next = try StepTrace(["delete", key.name], store: path)
    #expect(next.steps.suffix(3) == ["unlinkat objects", "fsync objects", "write answer"])
  }
}
