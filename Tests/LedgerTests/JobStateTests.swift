internal import Foundation
internal import Ledger
internal import TestSupport
internal import Testing

/// The states of a job as a value.
@Suite struct JobStateTests {
  /// Where each event leads from each state; all that is not here can't happen.
  static let table: [JobState: [JobEvent: JobState]] = [
    .queued: [.claimed: .running],
    .running: [
      .beaten: .running, .takenOver: .running, .finished: .done, .refused: .refused,
      .released: .queued, .retried: .queued, .failed: .failed, .exhausted: .failed,
    ],
  ]

  @Test(arguments: JobState.allCases, JobEvent.allCases)
  func `an event leads where the table says`(state: JobState, event: JobEvent) {
    #expect(state.after(event) == Self.table[state]?[event])
  }

  @Test(arguments: JobState.allCases)
  func `a state is an end where no event leads out of it`(state: JobState) {
    #expect(state.isEnd == JobEvent.allCases.allSatisfy { state.after($0) == nil })
  }

  @Test func `every state is reached from the queue`() {
    var reached: Set<JobState> = [.queued]
    for _ in JobState.allCases {
      for state in reached { reached.formUnion(JobEvent.allCases.compactMap(state.after)) }
    }
    #expect(reached == Set(JobState.allCases))
  }

  @Test func `the picture has the arrows of the value, and no others`() throws {
    let text = try String(
      contentsOfFile: Checkout.path("Documentation/job-states.md"), encoding: .utf8)
    let drawn = text.matches(of: #/(\w+) --> (\w+) : (\w+)/#).map { "\($0.1) \($0.3) \($0.2)" }
    let arrows = JobState.allCases.flatMap { state in
      JobEvent.allCases.compactMap { event in
        state.after(event).map { "\(state) \(event) \($0)" }
      }
    }
    #expect(drawn.sorted() == arrows.sorted())
  }
}
