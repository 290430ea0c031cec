internal import Foundation
internal import Ledger
internal import Rules
internal import Sandbox
internal import Storage
internal import Synchronization
internal import TestSupport
internal import Testing
internal import Worker

/// What the machine lacks is no fault of a job's.
@Suite struct WantTests {
  @Test func `a job that no child can be had for waits, and no attempt of its is used up`() throws {
    let folder = try ScratchFolder()
    let ledger = try SQLiteLedger(
      at: folder.file("ledger.db"), settings: LedgerSettings(maxAttempts: 1))
    let store = try DirectoryStore(at: folder.file("store"))
    let job = UUID()
    let staged = try store.stage()
    try store.commit(staged, as: ObjectKey(job: job, kind: .received))
    _ = try ledger.admit(
      Admission(
        clip: UUID(), job: job,
        content: try #require(Digest(String(repeating: "0", count: 64))), byteCount: 0,
        settings: JobSettings(policy: Policy()),
        verdict: Verdict(name: "clip.mov", reasons: [], warnings: [], facts: nil)))
    let endings = Mutex<[JobEnding]>([])
    let workers = Workers(
      Workers.Rooms(
        ledger: ledger, store: store,
        // A program that is no fork server.
        runner: try Runner(.program(path: "/bin/true", arguments: [])),
        childEnded: { _, _, _ in },
        told: {
          if case .ended(_, let ending, _) = $0 { endings.withLock { $0.append(ending) } }
        }), name: "one", keepsOriginals: false)
    workers.start(1)
    for _ in 0..<600 where endings.withLock({ $0.count }) < 2 { usleep(20_000) }
    workers.end(within: .zero)
    let seen = endings.withLock { $0 }
    #expect(seen.count >= 2)
    for ending in seen {
      guard case .wanting(let reason) = ending else {
        Issue.record("\(ending)")
        continue
      }
      #expect(reason.hasPrefix("confinement: "))
    }
    // One fault would have been its last.
    #expect(try ledger.standing(ofJob: job)?.state == .queued)
    #expect(try ledger.claim(worker: "other")?.job == job)
  }
}
