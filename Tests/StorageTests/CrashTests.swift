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

  /// The commit that nothing hinders, in a store that is there.
  private static let usual = Result {
    let folder = try ScratchFolder()
    _ = try DirectoryStore(at: folder.file("store"))
    return try StepTrace(
      ["commit", ObjectKey.fresh().name, "3"], store: folder.file("store"))
  }

  /// Commits three pieces of 5000 bytes in another process.
  private func commit(hindrance: StepTrace.Hindrance? = nil) throws -> StepTrace {
    let injection = try hindrance.map { try Self.usual.get().injection($0) }
    return try StepTrace(["commit", key.name, "3"], store: path, injection: injection)
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
      (.init("error=ENOSPC", "write file"), .full),
      (.init("error=ENOSPC", "write file", 3), .full),
      (.init("error=EDQUOT", "write file", 2), .full),
      (.init("error=EFBIG", "write file", 2), .full),
      (.init("error=EIO", "write file", 2), .device),
      (.init("error=EIO", "fsync file"), .device),
      (.init("error=ENOSPC", "fsync file"), .full),
      (.init("error=EROFS", "renameat2"), .unwritable),
      (.init("error=EACCES", "renameat2"), .unwritable),
      (.init("error=ENOSPC", "renameat2"), .full),
      (.init("error=ENOENT", "renameat2"), .gone),
      (.init("error=EXDEV", "renameat2"), .failed),
      (.init("error=EIO", "fsync objects"), .device),
      (.init("error=ENOMEM", "renameat2"), .exhausted),
    ] as [(StepTrace.Hindrance, StorageError.Code)])
  func `a call that fails leaves nothing and says what it was`(
    hindrance: StepTrace.Hindrance, code: StorageError.Code
  ) throws {
    let trace = try commit(hindrance: hindrance)
    #expect(trace.outcome.output == "\(code.rawValue)\n")
    #expect(try store.keys() == [])
    #expect(try incoming == [])
  }

  @Test(
    arguments: [
      .init("error=EINTR", "write file", 2), .init("error=EINTR", "fsync file"),
      .init("error=EINTR", "renameat2"), .init("error=EINVAL", "renameat2"),
      .init("error=ENOSYS", "renameat2"),
    ] as [StepTrace.Hindrance])
  func `signals, and file systems without a rename of that kind, don't hinder a commit`(
    hindrance: StepTrace.Hindrance
  ) throws {
    let trace = try commit(hindrance: hindrance)
    #expect(trace.isHindered)
    #expect(trace.outcome.output == "done\n")
    #expect(try store.size(of: key) == 15_000)
    #expect(try incoming == [])
  }

  @Test func `without a rename of that kind the first commit stands, too`() throws {
    try store.put([1], key)
    let trace = try commit(hindrance: .init("error=EINVAL", "renameat2"))
    #expect(trace.outcome.output == "taken\n")
    #expect(try store.get(key) == [1])
    #expect(try incoming == [])
  }

  /// Where the process is killed, and whether the object is there already.
  @Test(
    arguments: [
      (.init("signal=KILL", "write file"), false),
      (.init("signal=KILL", "write file", 3), false),
      (.init("signal=KILL", "fsync file"), false),
      (.init("signal=KILL", "renameat2"), nil),
      (.init("signal=KILL", "fsync objects"), true),
      (.init("signal=KILL", "write answer"), true),
    ] as [(StepTrace.Hindrance, Bool?)])
  func `a process that is killed leaves nothing, the whole, or what is swept`(
    hindrance: StepTrace.Hindrance, isThere: Bool?
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
    let usual = try StepTrace(["delete", ObjectKey.fresh().name], store: path)
    let killed = try StepTrace(
      ["delete", key.name], store: path,
      injection: usual.injection(.init("signal=KILL", "fsync objects")))
    #expect(killed.outcome.output == "")
    let next = try StepTrace(["delete", key.name], store: path)
    #expect(next.steps.suffix(3) == ["unlinkat objects", "fsync objects", "write answer"])
  }
}
