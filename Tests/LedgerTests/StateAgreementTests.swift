internal import Foundation
internal import Ledger
internal import TestSupport
internal import Testing

/// The contract: a ledger does what the value `JobState` says, whatever happens in which order.
@Suite struct StateAgreementTests {
  /// A job as the value has it.
  private struct Model {
    var state = JobState.queued
    var attempt: UInt32 = 0
    var tries = 0
    var isLapsed = false
    var holder: Claim?
    let maxTries = 3

    /// Whether an event that a worker brings about happens, and then lets it.
    mutating func take(_ event: JobEvent, by claim: Claim) -> Bool {
      guard claim == holder, let next = state.after(event) else { return false }
      state = next
      if event == .released { tries -= 1 }
      if next != .running { holder = nil }
      return true
    }
  }

  @Test(.timeLimit(.minutes(2)), arguments: LedgerKind.allCases, 1...30 as ClosedRange<UInt64>)
  func `a ledger and the value agree`(_ kind: LedgerKind, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = try kind.fixture(LedgerSettings(lease: .seconds(3600), backOff: .zero))
    let lapsing = try fixture.another(LedgerSettings(lease: .zero, backOff: .zero))
    let job = try fixture.ledger.admitted(.example()).job.id
    var model = Model()
    var claims: [Claim] = []
    for step in 0..<40 {
      let isLapsing = Bool.random(using: &random)
      let ledger = isLapsing ? lapsing : fixture.ledger
      let event = try #require(JobEvent.allCases.randomElement(using: &random))
      // Mostly the claim that holds, sometimes one that did.
      let claim =
        Int.random(in: 0..<4, using: &random) == 0
        ? claims.randomElement(using: &random) : claims.last
      let place: Comment = "seed \(seed), step \(step), \(event)"
      switch (event, claim) {
      case (.claimed, _), (.takenOver, _):
        let expected: JobEvent? =
          switch model.state {
          case .queued: .claimed
          case .running where model.isLapsed && model.tries < model.maxTries: .takenOver
          default: nil
          }
        let got = try ledger.claim(worker: "worker \(step % 3)")
        #expect((got != nil) == (expected != nil), place)
        guard let got, let expected, let next = model.state.after(expected) else { break }
        model.state = next
        model.attempt += 1
        model.tries += 1
        model.isLapsed = isLapsing
        model.holder = got
        #expect(got.attempt == model.attempt, place)
        claims.append(got)
      case (.exhausted, _):
        let isUsedUp = model.isLapsed && model.tries == model.maxTries
        let next = isUsedUp ? model.state.after(.exhausted) : nil
        #expect(try ledger.sweep().failedJobs == (next == nil ? [] : [job]), place)
        if let next {
          model.state = next
          model.holder = nil
        }
      case (_, nil): break
      case (.beaten, let claim?):
        let isTaken = model.take(.beaten, by: claim)
        if isTaken { model.isLapsed = isLapsing }
        #expect(try ledger.heartbeat(claim, progress: 0.5) == isTaken, place)
      case (.retried, let claim?):
        let next = model.tries < model.maxTries ? JobEvent.retried : .failed
        let isTaken = model.take(next, by: claim)
        let got = try ledger.retry(claim, because: "a fault")
        #expect(got == (isTaken ? model.state : nil), place)
      case (.released, let claim?):
        #expect(try ledger.release(claim) == model.take(.released, by: claim), place)
      // Ends come seldom, or most sequences would be short.
      case (_, let claim?) where step % 4 == 3:
        let outcome: JobOutcome =
          switch event {
          case .finished: try .success()
          case .refused: .refusal
          default: .failure
          }
        #expect(try ledger.finish(claim, outcome) == model.take(event, by: claim), place)
      case (_, _?): break
      }
      let standing = try fixture.ledger.standing(ofJob: job)
      #expect(standing?.state == model.state, place)
      #expect(standing?.attempt == model.attempt, place)
    }
  }
}
