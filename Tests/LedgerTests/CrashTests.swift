internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Ledger

/// The order of system calls, and what is left where one fails or is the last.
@Suite(.enabled(if: Tool.strace.isInstalled, "strace is not installed"))
struct CrashTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.file("data/ledger")
  }

  /// The admission that nothing hinders, in a ledger that is there and closed.
  private static let usual = Result {
    let folder = try ScratchFolder()
    _ = try SQLiteLedger(at: folder.file("data/ledger"))
    return try LedgerTrace(at: folder.file("data/ledger"))
  }

  @Test func `an admission is told after the log and its name are on the device`() throws {
    let steps = try Self.usual.get().steps
    let answer = try #require(steps.firstIndex(of: "write answer"))
    let before = steps[..<answer]
    let written = try #require(before.lastIndex(of: "pwrite64 log"))
    #expect(before[(written + 1)...] == ["fdatasync log"])
    #expect(before.contains("fdatasync folder"))
    #expect(!before.contains("pwrite64 database"))
  }

  @Test func `an admission into a log that another process has open is flushed as well`() throws {
    let ledger = try SQLiteLedger(at: path)
    let steps = try LedgerTrace(at: path).steps
    let answer = try #require(steps.firstIndex(of: "write answer"))
    let written = try #require(steps[..<answer].lastIndex(of: "pwrite64 log"))
    // With a process's first flush of the log goes that of its name.
    #expect(steps[written..<answer].dropFirst() == ["fdatasync log", "fdatasync folder"])
    #expect(try ledger.clipIDs().count == 1)
  }

  @Test func `a new ledger's name is on the device before anything is promised`() throws {
    let steps = try LedgerTrace(at: path).steps
    #expect(
      steps.prefix(4) == ["mkdir folder", "fsync parent", "mknodat database", "fsync folder"])
  }

  private func lines(_ ledger: SQLiteLedger, _ sql: String) throws -> [String] {
    try ledger.writer.use { connection throws(LedgerError) in
      try connection.all(sql) { row throws(LedgerError) in try row.text() }
    }
  }

  /// Kills the process at each call of a kind, one after the other.
  private func killAtEach(_ call: String, in steps: [String], isNew: Bool) throws {
    let count = steps.count { $0.hasPrefix("\(call) ") }
    try #require(count > 0)
    for number in 1...count {
      let path = folder.file("\(call) \(number)/ledger")
      if !isNew { _ = try SQLiteLedger(at: path) }
      let trace = try LedgerTrace(at: path, injection: "\(call):signal=KILL:when=\(number)")
      try #require(trace.outcome.ending == .signal(9), "\(call) \(number)")
      let ledger = try SQLiteLedger(at: path)
      let place: Comment = "\(call) \(number)"
      let clips = try ledger.clips(limit: 9, after: nil)
      #expect(clips.count == 1 || trace.outcome.lines.isEmpty && clips.isEmpty, place)
      let key = IdempotencyKey(text: "key 0", fingerprint: try .example(0))
      #expect(try ledger.answer(to: key) == clips.first.map { .repeated($0) }, place)
      #expect(try ledger.queue().queued == clips.count, place)
      #expect(try lines(ledger, "PRAGMA integrity_check") == ["ok"], place)
      #expect(try lines(ledger, "PRAGMA foreign_key_check") == [], place)
      // Who tries again gets what there is, or what is missing.
      _ = try ledger.admit(.example(0, key: "key 0"))
      #expect(try ledger.clipIDs().count == 1, place)
    }
  }

  @Test(.timeLimit(.minutes(3)), arguments: ["pwrite64", "fdatasync", "unlink"])
  func `a process that is killed leaves all of an admission or nothing`(call: String) throws {
    try killAtEach(call, in: Self.usual.get().steps, isNew: false)
  }

  @Test(.timeLimit(.minutes(3)), arguments: ["mkdir", "mknodat", "fsync", "fdatasync"])
  func `a process that is killed while it makes a ledger leaves one that can be opened`(
    call: String
  ) throws {
    let steps = try LedgerTrace(at: path).steps
    try killAtEach(call, in: steps, isNew: true)
  }

  @Test(
    arguments: [
      ("pwrite64:error=ENOSPC", .full), ("pwrite64:error=EDQUOT", .full),
      ("pwrite64:error=EFBIG", .full), ("pwrite64:error=EIO", .unavailable),
      ("fdatasync:error=EIO", .unavailable),
    ] as [(String, LedgerError.Code)], [1, 3])
  func `a call that fails says what it was, and the ledger goes on`(
    hindrance: (injection: String, code: LedgerError.Code), number: Int
  ) throws {
    _ = try SQLiteLedger(at: path)
    let trace = try LedgerTrace(at: path, injection: "\(hindrance.injection):when=\(number)")
    // The third flush is that of the checkpoint at the end, after all was told.
    let isTold = hindrance.injection.hasPrefix("fdatasync") && number == 3
    if !isTold { #expect(trace.outcome.output == "\(hindrance.code.rawValue)\n") }
    let ledger = try SQLiteLedger(at: path)
    #expect(try ledger.clipIDs().count <= 1)
    _ = try ledger.admit(.example(0, key: "key 0"))
    #expect(try ledger.clipIDs().count == 1)
  }
}
