internal import Foundation
internal import Ledger
internal import Testing

/// The contract: what nobody works at, and what is nobody's.
@Suite struct SweepTests {
  @Test(arguments: LedgerKind.allCases)
  func `a worker that dies each time uses the attempts up, and the sweep fails the job`(
    _ kind: LedgerKind
  ) throws {
    let fixture = try kind.fixture()
    let clip = try fixture.ledger.admitted(.example())
    let lapsing = try fixture.lapsing()
    for _ in 1...3 { #expect(try lapsing.claim(worker: "a") != nil) }
    #expect(try lapsing.claim(worker: "a") == nil)
    #expect(try fixture.ledger.sweep().failedJobs == [clip.job.id])
    let job = try #require(try fixture.ledger.clip(clip.id)).job
    #expect(job.state == .failed)
    #expect(job.attempt == 3)
    #expect(job.outcome == .failed(reason: "the lease of the last attempt ran out"))
    #expect(try fixture.ledger.sweep().failedJobs == [])
  }

  @Test(arguments: LedgerKind.allCases)
  func `a sweep leaves jobs that wait, are leased, or have attempts left`(
    _ kind: LedgerKind
  ) throws {
    let fixture = try kind.fixture(LedgerSettings(maxAttempts: 1))
    let other = try fixture.another(LedgerSettings(lease: .zero, maxAttempts: 2))
    let leased = try fixture.ledger.admitted(.example(1))
    _ = try fixture.ledger.claim(worker: "a")
    let lapsed = try other.admitted(.example(2))
    _ = try other.claim(worker: "b")
    let waiting = try fixture.ledger.admitted(.example(3))
    #expect(try fixture.ledger.sweep().failedJobs == [])
    let states = try [leased, lapsed, waiting].map { clip in
      try fixture.ledger.standing(ofJob: clip.job.id)?.state
    }
    #expect(states == [.running, .running, .queued])
  }

  @Test(arguments: LedgerKind.allCases)
  func `a worker that is late may still finish its last attempt before the sweep`(
    _ kind: LedgerKind
  ) throws {
    let fixture = try kind.fixture(LedgerSettings(lease: .zero, maxAttempts: 1))
    try fixture.ledger.admitted(.example(1))
    let first = try #require(try fixture.ledger.claim(worker: "a"))
    #expect(try fixture.ledger.finish(first, .success()))
    try fixture.ledger.admitted(.example(2))
    let second = try #require(try fixture.ledger.claim(worker: "a"))
    #expect(try fixture.ledger.sweep().failedJobs == [second.job])
    #expect(try !fixture.ledger.finish(second, .success()))
  }

  @Test(arguments: LedgerKind.allCases, [JobOutcome.refusal, .failure])
  func `the post of a clip that failed is swept, and its image is told`(
    _ kind: LedgerKind, outcome: JobOutcome
  ) throws {
    let ledger = try kind.fixture().ledger
    let post = NewPost.example(hasImage: true)
    let plain = NewPost.example()
    try ledger.made(.example(2, post: .example()))
    try ledger.admitted(.example(post: plain))
    let clip = try ledger.admitted(.example(post: post))
    let claim = try #require(try ledger.claim(worker: "a"))
    try #require(claim.job == clip.job.id)
    #expect(try ledger.finish(claim, outcome))
    #expect(try ledger.sweep().postsWithImages == [post.id])
    #expect(try !ledger.hasPost(post.id))
    #expect(try !ledger.hasPost(plain.id))
    #expect(try ledger.posts(limit: 9).count == 1)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a sweep leaves posts that wait for their clip`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let post = NewPost.example(hasImage: true)
    try ledger.admitted(.example(post: post))
    #expect(try ledger.sweep().postsWithImages == [])
    #expect(try ledger.hasPost(post.id))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a job that nobody has is known to nobody`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    #expect(try ledger.standing(ofJob: UUID()) == nil)
    #expect(try !ledger.hasPost(UUID()))
  }
}
