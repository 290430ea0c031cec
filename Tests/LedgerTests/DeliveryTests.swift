internal import Foundation
internal import Ledger
internal import Testing

/// The contract: messages are written in the transaction that they tell of.
@Suite struct DeliveryTests {
  private let told = LedgerSettings(deliversWebhooks: true)

  @Test(
    arguments: LedgerKind.allCases,
    [(try JobOutcome.success(), .ready), (.refusal, .failed), (.failure, .failed)]
      as [(JobOutcome, Delivery.Kind)])
  func `the end of a job is told once for each of its clips`(
    _ kind: LedgerKind, end: (outcome: JobOutcome, kind: Delivery.Kind)
  ) throws {
    let ledger = try kind.fixture(told).ledger
    let clips = try (0..<3).map { _ in try ledger.admitted(.example()).id }
    #expect(try ledger.deliveries(limit: 9) == [])
    let claim = try #require(try ledger.claim(worker: "a"))
    #expect(try ledger.finish(claim, end.outcome))
    let deliveries = try ledger.deliveries(limit: 9)
    #expect(deliveries.map(\.clip) == clips)
    #expect(deliveries.allSatisfy { $0.kind == end.kind })
    #expect(Set(deliveries.map(\.id)).count == 3)
    #expect(deliveries.allSatisfy { abs($0.created.timeIntervalSinceNow) < 60 })
  }

  @Test(arguments: LedgerKind.allCases)
  func `an end that was not the worker's to make is not told`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture(told)
    try fixture.ledger.admitted(.example())
    let first = try #require(try fixture.lapsing().claim(worker: "a"))
    _ = try fixture.ledger.claim(worker: "b")
    #expect(try !fixture.ledger.finish(first, .success()))
    #expect(try fixture.ledger.deliveries(limit: 9) == [])
  }

  @Test(arguments: LedgerKind.allCases)
  func `what is tried again is told when no attempt is left`(_ kind: LedgerKind) throws {
    var settings = told
    settings.maxAttempts = 2
    settings.backOff = .zero
    let ledger = try kind.fixture(settings).ledger
    try ledger.admitted(.example())
    for count in 0...1 {
      let claim = try #require(try ledger.claim(worker: "a"))
      _ = try ledger.retry(claim, because: "a fault")
      #expect(try ledger.deliveries(limit: 9).count == count)
    }
  }

  @Test(arguments: LedgerKind.allCases)
  func `a job that the sweep fails is told`(_ kind: LedgerKind) throws {
    var settings = told
    settings.maxAttempts = 1
    settings.lease = .zero
    let ledger = try kind.fixture(settings).ledger
    let clip = try ledger.admitted(.example())
    _ = try ledger.claim(worker: "a")
    _ = try ledger.sweep()
    #expect(try ledger.deliveries(limit: 9).map(\.clip) == [clip.id])
  }

  @Test(arguments: LedgerKind.allCases)
  func `a clip that joins the end of a job is told at once`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture(told).ledger
    let first = try ledger.made(.example())
    let second = try ledger.admitted(.example())
    let deliveries = try ledger.deliveries(limit: 9)
    #expect(deliveries.map(\.clip) == [first.id, second.id])
    #expect(deliveries.allSatisfy { $0.kind == .ready })
  }

  @Test(arguments: LedgerKind.allCases)
  func `a repeat is not told again`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture(told).ledger
    try ledger.made(.example(key: "a"))
    _ = try ledger.admit(.example(key: "a"))
    #expect(try ledger.deliveries(limit: 9).count == 1)
  }

  @Test(arguments: LedgerKind.allCases)
  func `nothing is told where webhooks are off`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    try ledger.made(.example())
    try ledger.admitted(.example())
    #expect(try ledger.deliveries(limit: 9) == [])
  }

  @Test(arguments: LedgerKind.allCases)
  func `with a clip its messages go`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture(told).ledger
    let clip = try ledger.made(.example())
    _ = try ledger.delete(clip: clip.id)
    #expect(try ledger.deliveries(limit: 9) == [])
  }
}
