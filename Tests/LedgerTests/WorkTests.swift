internal import Foundation
internal import Ledger
internal import Rules
internal import Testing

/// The contract: who may work at a job, and for how long.
@Suite struct WorkTests {
  @Test(arguments: LedgerKind.allCases)
  func `the oldest job is claimed first`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let jobs = try (0..<4).map { try ledger.admitted(.example($0)).job.id }
    let claimed = try (0..<5).map { _ in try ledger.claim(worker: "a")?.job }
    #expect(claimed == jobs + [nil])
  }

  @Test(arguments: LedgerKind.allCases)
  func `a claim says what is to be made`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let settings = JobSettings(policy: .init(profile: .high), posterAt: .first)
    let first = try ledger.admitted(.example(settings: settings))
    try ledger.admitted(.example(settings: settings, labels: Labels(filename: "b.mov")))
    try ledger.admitted(.example(settings: settings, labels: Labels(filename: "c.mov")))
    let claim = try #require(try ledger.claim(worker: "a"))
    #expect(claim.job == first.job.id)
    #expect(claim.attempt == 1)
    #expect(claim.worker == "a")
    #expect(claim.content == first.job.content)
    #expect(claim.byteCount == 1000)
    #expect(claim.settings == settings)
    #expect(claim.filename == "b.mov")
    let standing = try ledger.standing(ofJob: claim.job)
    #expect(standing?.state == .running)
    #expect(standing?.attempt == 1)
    #expect(try ledger.clip(first.id)?.status == .processing)
  }

  @Test(arguments: LedgerKind.allCases)
  func `what was made is read back with the attempt that made it`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture()
    let clip = try fixture.ledger.admitted(.example())
    _ = try fixture.lapsing().claim(worker: "a")
    let claim = try #require(try fixture.ledger.claim(worker: "b"))
    #expect(try fixture.ledger.finish(claim, .success(42)))
    let job = try #require(try fixture.ledger.clip(clip.id)).job
    #expect(job.state == .done)
    #expect(job.attempt == 2)
    #expect(job.progress == 1)
    #expect(try job.outcome == .success(42))
  }

  @Test(arguments: LedgerKind.allCases, [JobOutcome.refusal, .failure])
  func `why a job ended otherwise is read back`(_ kind: LedgerKind, outcome: JobOutcome) throws {
    let ledger = try kind.fixture().ledger
    let clip = try ledger.made(.example(), outcome)
    #expect(clip.job.outcome == outcome)
    #expect(clip.job.state == (outcome == .refusal ? .refused : .failed))
    #expect(clip.status == .failed)
    #expect(try ledger.claim(worker: "b") == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a job that is at work is nobody else's as long as its lease`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture()
    try fixture.ledger.admitted(.example())
    #expect(try fixture.ledger.claim(worker: "a") != nil)
    #expect(try fixture.ledger.claim(worker: "b") == nil)
    #expect(try fixture.another().claim(worker: "c") == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a lease runs out by the database's clock`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture(LedgerSettings(lease: .milliseconds(400)))
    try fixture.ledger.admitted(.example())
    let start = ContinuousClock.now
    #expect(try fixture.ledger.claim(worker: "a") != nil)
    var next: Claim?
    while next == nil, start.duration(to: .now) < .seconds(30) {
      Thread.sleep(forTimeInterval: 0.01)
      next = try fixture.ledger.claim(worker: "b")
    }
    #expect(next?.attempt == 2)
    #expect(start.duration(to: .now) >= .milliseconds(390))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a worker whose job was taken over can do nothing to it`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture()
    let ledger = fixture.ledger
    let clip = try ledger.admitted(.example())
    let first = try #require(try fixture.lapsing().claim(worker: "a"))
    let second = try #require(try ledger.claim(worker: "b"))
    #expect(second.job == first.job)
    #expect(second.attempt == 2)
    let before = try ledger.clip(clip.id)
    #expect(try !ledger.heartbeat(first, progress: 0.9))
    #expect(try !ledger.finish(first, .success(1)))
    #expect(try !ledger.finish(first, .refusal))
    #expect(try !ledger.finish(first, .failure))
    #expect(try ledger.retry(first, because: "late") == nil)
    #expect(try !ledger.release(first))
    #expect(try ledger.clip(clip.id) == before)
    #expect(try ledger.finish(second, .success(2)))
    #expect(try !ledger.finish(first, .success(1)))
    #expect(try ledger.clip(clip.id)?.job.outcome == .success(2))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a worker of the same name is fenced by the attempt alone`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture()
    try fixture.ledger.admitted(.example())
    let first = try #require(try fixture.lapsing().claim(worker: "a"))
    let second = try #require(try fixture.ledger.claim(worker: "a"))
    #expect(try !fixture.ledger.finish(first, .success()))
    #expect(try fixture.ledger.finish(second, .success()))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a lease that ran out holds as long as nobody takes the job`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture()
    try fixture.ledger.admitted(.example())
    let claim = try #require(try fixture.lapsing().claim(worker: "a"))
    #expect(try fixture.ledger.heartbeat(claim, progress: 0.1))
    #expect(try fixture.ledger.claim(worker: "b") == nil)
    #expect(try fixture.ledger.finish(claim, .success()))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a job ends once`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let clip = try ledger.admitted(.example())
    let claim = try #require(try ledger.claim(worker: "a"))
    #expect(try ledger.finish(claim, .success()))
    #expect(try !ledger.finish(claim, .failure))
    #expect(try !ledger.heartbeat(claim, progress: 0))
    #expect(try ledger.clip(clip.id)?.status == .ready)
  }

  @Test(
    arguments: LedgerKind.allCases,
    [(0.25, 0.25), (-1, 0), (2, 1), (.nan, 0), (.infinity, 1), (-.infinity, 0)])
  func `a heartbeat tells progress from 0 to 1`(
    _ kind: LedgerKind, progress: (told: Double, kept: Double)
  ) throws {
    let ledger = try kind.fixture().ledger
    let clip = try ledger.admitted(.example())
    let claim = try #require(try ledger.claim(worker: "a"))
    #expect(try ledger.heartbeat(claim, progress: progress.told))
    #expect(try ledger.clip(clip.id)?.job.progress == progress.kept)
  }

  // Faults and hand-backs.

  @Test(arguments: LedgerKind.allCases)
  func `a job that was handed back is claimed again at once, under a new number`(
    _ kind: LedgerKind
  ) throws {
    let ledger = try kind.fixture(LedgerSettings(maxAttempts: 1)).ledger
    let clip = try ledger.admitted(.example())
    for attempt in 1...5 as ClosedRange<UInt32> {
      let claim = try #require(try ledger.claim(worker: "a"))
      #expect(claim.attempt == attempt)
      #expect(try ledger.heartbeat(claim, progress: 0.5))
      #expect(try ledger.release(claim))
      #expect(try ledger.clip(clip.id)?.status == .queued)
      #expect(try ledger.clip(clip.id)?.job.progress == 0)
      #expect(try !ledger.finish(claim, .success()))
    }
  }

  @Test(arguments: LedgerKind.allCases, 1...4 as ClosedRange<UInt32>)
  func `faults of ours are tried again as often as there are attempts`(
    _ kind: LedgerKind, attempts: UInt32
  ) throws {
    let ledger = try kind.fixture(LedgerSettings(maxAttempts: attempts, backOff: .zero)).ledger
    let clip = try ledger.admitted(.example())
    for attempt in 1...attempts {
      let claim = try #require(try ledger.claim(worker: "a"))
      let state = try ledger.retry(claim, because: "fault \(attempt)")
      #expect(state == (attempt < attempts ? .queued : .failed))
    }
    #expect(try ledger.claim(worker: "a") == nil)
    #expect(try ledger.clip(clip.id)?.job.outcome == .failed(reason: "fault \(attempts)"))
  }

  @Test(arguments: LedgerKind.allCases)
  func `after a fault a job waits, and others go before it`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture(LedgerSettings(backOff: .seconds(3600))).ledger
    try ledger.admitted(.example(1))
    let second = try ledger.admitted(.example(2))
    let claim = try #require(try ledger.claim(worker: "a"))
    #expect(try ledger.retry(claim, because: "a fault") == .queued)
    #expect(try ledger.claim(worker: "a")?.job == second.job.id)
    #expect(try ledger.claim(worker: "a") == nil)
    #expect(try ledger.queue().queued == 1)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a job waits twice as long after each fault more`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture(LedgerSettings(backOff: .milliseconds(200))).ledger
    try ledger.admitted(.example())
    var waits: [Duration] = []
    for _ in 0..<2 {
      let claim = try #require(try ledger.claim(worker: "a"))
      // The wait begins within the call.
      let start = ContinuousClock.now
      _ = try ledger.retry(claim, because: "a fault")
      while try ledger.queue().oldest == nil || ledger.queue().oldest == .zero,
        start.duration(to: .now) < .seconds(30)
      { Thread.sleep(forTimeInterval: 0.005) }
      waits.append(start.duration(to: .now))
    }
    #expect(waits[0] >= .milliseconds(190))
    #expect(waits[1] >= .milliseconds(390))
  }

  @Test(.timeLimit(.minutes(1)), arguments: LedgerKind.allCases)
  func `of workers who ask at once each gets another job`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture()
    let jobs = try (0..<30).map { try fixture.ledger.admitted(.example($0)).job.id }
    let ledgers = [fixture.ledger, try fixture.another()]
    let claims = Results<Claim>()
    atOnce(10) { number in
      while let claim = try? ledgers[number % 2].claim(worker: "worker \(number)") {
        claims.add(claim)
      }
    }
    #expect(claims.all.count == 30)
    #expect(Set(claims.all.map(\.job)) == Set(jobs))
    #expect(claims.all.allSatisfy { $0.attempt == 1 })
  }
}
