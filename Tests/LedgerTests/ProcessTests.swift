internal import Foundation
internal import Ledger
internal import TestSupport
internal import Testing

/// Several processes at one SQLite file.
@Suite struct ProcessTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.file("ledger")
  }

  @Test(.timeLimit(.minutes(3)))
  func `processes that admit and work at once lose nothing and are never busy`() throws {
    let steps = try Program.built("LedgerSteps")
    let ledger = try SQLiteLedger(at: path)
    let front = try [0, 1000].map { try steps.start(["admit", path, "\($0)", "60"]) }
    let work = try ["a", "b"].map { try steps.start(["work", path, $0, "50"]) }
    var failures: [LedgerError] = []
    var made = 0
    // This process takes part, too. What it waits for never comes where another one fails.
    let start = ContinuousClock.now
    while made < 20, start.duration(to: .now) < .seconds(60) {
      do throws(LedgerError) {
        _ = try ledger.clips(limit: 10, after: nil)
        guard let claim = try ledger.claim(worker: "c") else { continue }
        if try ledger.finish(claim, .refusal) { made += 1 }
      } catch {
        failures.append(error)
        break
      }
    }
    #expect(failures == [])
    #expect(made == 20)
    for process in front {
      let outcome = try process.wait()
      #expect(outcome.lines.last == "done")
      #expect(outcome.lines.count == 61)
    }
    var jobs: [String] = []
    for process in work {
      let outcome = try process.wait()
      #expect(outcome.lines.last == "done")
      #expect(outcome.lines.count == 51)
      jobs += outcome.lines.dropLast()
    }
    #expect(Set(jobs).count == 100)
    let clips = try ledger.clips(limit: 999, after: nil)
    #expect(clips.count == 120)
    #expect(clips.allSatisfy { $0.job.attempt == 1 && $0.job.state.isEnd })
    #expect(clips.count { $0.job.state == .done } == 100)
    #expect(try ledger.posts(limit: 999).count == 100)
  }

  @Test(.timeLimit(.minutes(1)))
  func `processes that open a new ledger at once both have it`() throws {
    let steps = try Program.built("LedgerSteps")
    for round in 0..<5 {
      let path = folder.file("ledger \(round)")
      let processes = try (0..<4).map { try steps.start(["admit", path, "\($0 * 10)", "2"]) }
      for process in processes { #expect(try process.wait().lines.last == "done") }
      #expect(try SQLiteLedger(at: path).clips(limit: 99, after: nil).count == 8)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a process that is killed at any time leaves what it promised`() throws {
    let steps = try Program.built("LedgerSteps")
    for round in 1...8 {
      let path = folder.file("ledger \(round)")
      let process = try steps.start(["admit", path, "0", "100000"])
      Thread.sleep(forTimeInterval: 0.06 * Double(round))
      process.send(signal: SIGKILL)
      let promised = try process.wait().lines.count
      let ledger = try SQLiteLedger(at: path)
      let clips = try ledger.clips(limit: .max, after: nil)
      // The last one may have been killed before it could tell.
      #expect(clips.count == promised || clips.count == promised + 1)
      for clip in clips.prefix(1) {
        let key = IdempotencyKey(
          text: "key \(clips.count - 1)", fingerprint: try .example(clips.count - 1))
        #expect(try ledger.answer(to: key) == .repeated(clip))
      }
      #expect(try ledger.queue().queued == clips.count)
    }
  }
}
