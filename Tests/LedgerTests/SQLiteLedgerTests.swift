internal import Foundation
internal import Glibc
internal import Rules
internal import TestSupport
internal import Testing

@testable internal import Ledger

/// What is true of the ledger in a SQLite file alone: the file, its tables, and what it says of bad ones.
@Suite struct SQLiteLedgerTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.file("data/ledger")
  }

  private func opening(_ path: String) -> LedgerError.Code? {
    code { () throws(LedgerError) in _ = try SQLiteLedger(at: path) }
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func setMode(_ path: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  /// Runs statements on the file, past the ledger.
  private func script(_ sql: String) throws {
    var connection = try Connection(path: path, patience: 1000)
    try connection.script(sql)
  }

  private func number(_ line: Line, _ sql: String) throws -> Int64? {
    try line.use { connection throws(LedgerError) in
      try connection.first(sql) { row throws(LedgerError) in try row.integer() }
    }
  }

  @Test func `folder and files are this user's alone, whatever the mask`() throws {
    let ledger = try SQLiteLedger(at: path)
    try ledger.admitted(.example())
    #expect(try mode(folder.file("data")) == 0o700)
    for ending in ["", "-wal", "-shm"] { #expect(try mode(path + ending) == 0o600) }
  }

  @Test(arguments: [0o640, 0o604, 0o620])
  func `a file that others may use is refused`(mode: Int) throws {
    _ = try SQLiteLedger(at: path)
    try setMode(path, mode)
    #expect(opening(path) == .exposed)
  }

  @Test(arguments: [0o770, 0o702, 0o1777])
  func `a folder that others may write to is refused`(mode: Int) throws {
    _ = try SQLiteLedger(at: path)
    try setMode(folder.file("data"), mode)
    #expect(opening(path) == .exposed)
  }

  @Test func `a link in the place of the file is refused`() throws {
    _ = try SQLiteLedger(at: path)
    let link = folder.file("data/link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(opening(link) == .unavailable)
  }

  @Test(arguments: ["nowhere/data/ledger", "a\0b", "data", ""])
  func `what can't be a file is unavailable`(name: String) throws {
    _ = try SQLiteLedger(at: path)
    #expect(opening(name.isEmpty ? "" : folder.file(name)) == .unavailable)
  }

  @Test func `each connection flushes its commits, heeds foreign keys, and has a log`() throws {
    let ledger = try SQLiteLedger(at: path)
    for line in [ledger.writer, ledger.reader, ledger.reader, ledger.watcher] {
      // 2 is FULL.
      #expect(try number(line, "PRAGMA synchronous") == 2)
      #expect(try number(line, "PRAGMA foreign_keys") == 1)
      let mode = try line.use { connection throws(LedgerError) in
        try connection.first("PRAGMA journal_mode") { row throws(LedgerError) in try row.text() }
      }
      #expect(mode == "wal")
    }
  }

  @Test func `a file is a ledger of this version`() throws {
    let ledger = try SQLiteLedger(at: path)
    #expect(try number(ledger.reader, "PRAGMA user_version") == Int64(Schema.migrations.count))
    #expect(try number(ledger.reader, "PRAGMA application_id") == 0x436c_7067)
  }

  @Test func `a ledger of the first version gets the newest tables, and keeps its rows`() throws {
    _ = try SQLiteLedger(at: path)
    let old = folder.file("data/old")
    let descriptor = unsafe open(old, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0 && close(descriptor) == 0)
    let clip = UUID()
    do {
      var connection = try Connection(path: old, patience: 1000)
      try connection.script(String(decoding: Schema.migrations[0], as: UTF8.self))
      let settings = try JSONText.text(of: JobSettings.usual)
      let verdict = try JSONText.text(of: Verdict.accepting)
      try connection.run(
        """
        INSERT INTO jobs (id, content, settings, bytes, state, ready, max_tries, reason)
        VALUES (:job, :content, :settings, 1, 'failed', 0, 3, 'a fault')
        """,
        ["job": clip, "content": try Digest.example(1), "settings": settings])
      try connection.run(
        "INSERT INTO clips (id, job, created, verdict) VALUES (:id, :id, 0, :verdict)",
        ["id": clip, "verdict": verdict])
      try connection.run(
        "INSERT INTO deliveries (id, kind, clip, created) VALUES (:id, 'clip.failed', :id, 7)",
        ["id": clip])
      try connection.script("PRAGMA application_id = 0x436c7067; PRAGMA user_version = 1;")
    }
    let ledger = try SQLiteLedger(at: old)
    #expect(try number(ledger.reader, "PRAGMA user_version") == Int64(Schema.migrations.count))
    #expect(try ledger.clipIDs() == [clip])
    let claim = try #require(try ledger.claimDelivery(sender: "a"))
    #expect(claim.delivery.clip == clip && claim.delivery.kind == .failed && claim.tries == 1)
  }

  @Test func `a claim of a message does not look at those that were given up`() throws {
    let ledger = try SQLiteLedger(at: path)
    let plan = try ledger.reader.use { connection throws(LedgerError) in
      try connection.all("EXPLAIN QUERY PLAN \(SQLiteLedger.due)") { row throws(LedgerError) in
        _ = try (row.integer(), row.integer(), row.integer())
        return try row.text()
      }
    }
    #expect(plan.count == 1 && plan.contains { $0.contains("deliveries_by_due") }, "\(plan)")
  }

  @Test func `the tables of a newer version are refused, and left as they are`() throws {
    _ = try SQLiteLedger(at: path)
    try script("PRAGMA user_version = 99; PRAGMA journal_mode = DELETE;")
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(opening(path) == .newerSchema)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test(arguments: [
    "PRAGMA application_id = 7", "PRAGMA application_id = 0",
    "PRAGMA user_version = 0; PRAGMA application_id = 0",
  ])
  func `another program's database is refused`(sql: String) throws {
    _ = try SQLiteLedger(at: path)
    try script(sql)
    #expect(opening(path) == .corrupt)
  }

  @Test func `a ledger that many open first has its tables once`() throws {
    let failures = Results<String>()
    let path = path
    atOnce(12) { number in
      do throws(LedgerError) {
        let ledger = try SQLiteLedger(at: path)
        try ledger.insert(.example("\(number)"))
      } catch { failures.add("\(error)") }
    }
    #expect(failures.all == [])
    #expect(try SQLiteLedger(at: path).posts(limit: 99).count == 12)
  }

  // Time.

  @Test(arguments: [false, true])
  func `what another start of the machine held is free, and waits no longer`(
    isHidden: Bool
  ) throws {
    let told = LedgerSettings(deliversWebhooks: true)
    do {
      let ledger = try SQLiteLedger(at: path, settings: told)
      _ = try ledger.admit(.example(1))
      _ = try #require(try ledger.claim(worker: "gone"))
      _ = try ledger.admit(.example(2))
      let done = try #require(try ledger.claim(worker: "gone"))
      _ = try ledger.finish(done, .failed(reason: "a fault"))
      _ = try ledger.admit(.example(3))
      #expect(try SQLiteLedger(at: path, settings: told).claim(worker: "here") != nil)
    }
    do {
      var connection = try Connection(path: path, patience: 1000)
      // Times of a kernel that had run for a century, of which this one knows nothing.
      try connection.script(
        """
        UPDATE jobs SET ready = ready + 3e12; UPDATE deliveries SET due = due + 3e12;
        UPDATE jobs SET lease_end = lease_end + 3e12 WHERE state = 'running';
        """)
      let ledger = try SQLiteLedger(at: path, settings: told)
      #expect(try ledger.claim(worker: "here") == nil)
      #expect(try ledger.claimDelivery(sender: "here") == nil)
    }
    // Where the kernel hides its name, the century says it.
    let ledger = try SQLiteLedger(at: path, settings: told, boot: isHidden ? nil : "another")
    #expect(try ledger.claim(worker: "here") != nil)
    #expect(try ledger.claim(worker: "here") != nil)
    #expect(try ledger.claim(worker: "here") == nil)
    #expect(try ledger.claimDelivery(sender: "here") != nil)
    #expect(try ledger.queue().running == 2)
  }

  // Damage.

  @Test(arguments: ["no database at all", String(repeating: "\0", count: 8192)])
  func `a file that is no database is corrupt`(text: String) throws {
    _ = try SQLiteLedger(at: path)
    try Data(text.utf8).write(to: URL(filePath: path))
    #expect(opening(path) == .corrupt)
  }

  @Test func `a file whose pages are overwritten is corrupt, and nothing worse`() throws {
    do {
      let ledger = try SQLiteLedger(at: path)
      for number in 0..<50 { try ledger.made(.example(number, key: "\(number)")) }
    }
    var bytes = try Data(contentsOf: URL(filePath: path))
    for index in 4096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    try bytes.write(to: URL(filePath: path))
    try setMode(path, 0o600)
    let code = code { () throws(LedgerError) in
      let ledger = try SQLiteLedger(at: path)
      _ = try ledger.clips(limit: 99, after: nil)
    }
    #expect(code == .corrupt)
  }

  @Test(arguments: [
    "UPDATE clips SET verdict = 'no JSON'", "UPDATE clips SET verdict = '{}'",
    "UPDATE jobs SET settings = '[]'", "UPDATE jobs SET content = replace(content, '0', 'x')",
    "UPDATE clips SET filename = CAST(x'ff' AS TEXT)",
  ])
  func `a row that this program would not write is corrupt`(sql: String) throws {
    let ledger = try SQLiteLedger(at: path)
    let clip = try ledger.admitted(.example(labels: Labels(filename: "a")))
    try script(sql)
    #expect(code { () throws(LedgerError) in _ = try ledger.clip(clip.id) } == .corrupt)
    // The connection goes on.
    #expect(try ledger.queue().queued == 1)
  }

  @Test func `a job whose settings can't be read fails, and those behind it are made`() throws {
    let ledger = try SQLiteLedger(at: path, settings: LedgerSettings(deliversWebhooks: true))
    let first = try ledger.admitted(.example(1))
    let second = try ledger.admitted(.example(2))
    try script("UPDATE jobs SET settings = '{}' WHERE number = 1")
    #expect(try ledger.claim(worker: "a")?.job == second.job.id)
    #expect(try ledger.standing(ofJob: first.job.id)?.state == .failed)
    #expect(try ledger.deliveries(limit: 9).map(\.clip) == [first.id])
  }

  // Want of room.

  @Test func `what is written to a file that is not in its place is not promised`() throws {
    let folder = try ScratchFolder()
    let path = folder.file("ledger")
    let ledger = try SQLiteLedger(at: path)
    _ = try ledger.admit(.example(1))
    let away = folder.file("away")
    try FileManager.default.moveItem(atPath: path, toPath: away)
    #expect(code { () throws(LedgerError) in try ledger.checkReadiness() } == .unavailable)
    let second = try Admission.example(2)
    #expect(code { () throws(LedgerError) in _ = try ledger.admit(second) } == .unavailable)
    // Another in its place is not it.
    try FileManager.default.copyItem(atPath: away, toPath: path)
    #expect(code { () throws(LedgerError) in try ledger.checkReadiness() } == .unavailable)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: away, toPath: path)
    try ledger.checkReadiness()
    let third = try Admission.example(3)
    _ = try ledger.admit(third)
    #expect(try ledger.clip(third.clip) != nil)
  }

  @Test func `a full database says so, keeps what it has, and goes on when there is room`() throws {
    let ledger = try SQLiteLedger(at: path)
    let clip = try ledger.made(.example())
    try ledger.writer.use { connection throws(LedgerError) in
      try connection.script("PRAGMA max_page_count = 1")
    }
    let post = NewPost.example(String(repeating: "a", count: 100_000))
    let large = try Admission.example(2, key: "a", post: post)
    #expect(code { () throws(LedgerError) in _ = try ledger.admit(large) } == .full)
    #expect(try ledger.clips(limit: 9, after: nil) == [clip])
    #expect(try ledger.standing(ofJob: large.job) == nil)
    try ledger.writer.use { connection throws(LedgerError) in
      try connection.script("PRAGMA max_page_count = 1000000")
    }
    try ledger.admitted(large)
    #expect(try ledger.clipIDs() == [large.clip, clip.id])
  }

  // Locks.

  @Test func `one that keeps the right to write for too long makes others busy`() throws {
    let ledger = try SQLiteLedger(at: path)
    var other = try Connection(path: path, patience: 0)
    var impatient = try Connection(path: path, patience: 20)
    try other.script("BEGIN IMMEDIATE")
    let got = code { () throws(LedgerError) in
      try impatient.transaction { connection throws(LedgerError) in
        _ = try connection.run("DELETE FROM posts")
      }
    }
    #expect(got == .busy)
    // Who reads does not wait.
    #expect(try ledger.queue().queued == 0)
    try other.script("COMMIT")
    try ledger.insert(.example())
  }

  @Test func `a transaction that throws leaves nothing, and the connection free`() throws {
    let ledger = try SQLiteLedger(at: path)
    let got = code { () throws(LedgerError) in
      try ledger.writer.transaction { connection throws(LedgerError) in
        try SQLiteLedger.insert(.example(), clip: nil, &connection)
        throw LedgerError(.fault, "test")
      }
    }
    #expect(got == .fault)
    #expect(try ledger.posts(limit: 9) == [])
    try ledger.insert(.example())
  }

  @Test func `a claim does not look at jobs that have ended`() throws {
    let ledger = try SQLiteLedger(at: path)
    let plan = try ledger.reader.use { connection throws(LedgerError) in
      try connection.all("EXPLAIN QUERY PLAN \(SQLiteLedger.claimable)") {
        row throws(LedgerError) in
        _ = try (row.integer(), row.integer(), row.integer())
        return try row.text()
      }
    }
    #expect(plan.contains { $0.contains("jobs_by_state") }, "\(plan)")
  }

  @Test func `an error is printed without path and content`() throws {
    do throws(LedgerError) {
      _ = try SQLiteLedger(at: folder.file("nowhere/data/ledger"))
      Issue.record("opened")
    } catch { #expect("\(error)" == "unavailable (stat, 2)") }
  }
}
