internal import Foundation
internal import Ledger
internal import Testing

/// The contract: messages are a queue, whose senders may be several and may die.
@Suite struct OutboxTests {
  private let told = LedgerSettings(deliversWebhooks: true)

  /// A ledger in which as many clips are ready, and each is to be told.
  private func fixture(_ kind: LedgerKind, clips: Int = 1) throws -> LedgerKind.Fixture {
    let fixture = try kind.fixture(told)
    for number in 0..<clips { try fixture.ledger.made(.example(number)) }
    return fixture
  }

  private func claimed(_ ledger: any Ledger, by sender: String = "a") throws -> DeliveryClaim {
    try #require(try ledger.claimDelivery(sender: sender))
  }

  @Test(arguments: LedgerKind.allCases)
  func `messages are claimed once each, the oldest first`(_ kind: LedgerKind) throws {
    let fixture = try fixture(kind, clips: 3)
    let all = try fixture.ledger.deliveries(limit: 9)
    let other = try fixture.another(told)
    let claims = try [fixture.ledger, other, fixture.ledger].map { try claimed($0) }
    #expect(claims.map(\.delivery) == all)
    #expect(claims.allSatisfy { $0.tries == 1 && $0.attempt == 1 && $0.sender == "a" })
    #expect(try other.claimDelivery(sender: "b") == nil)
    #expect(try fixture.ledger.outbox() == OutboxDepth(pending: 3, givenUp: 0))
  }

  @Test(arguments: LedgerKind.allCases)
  func `what is acknowledged is gone`(_ kind: LedgerKind) throws {
    let fixture = try fixture(kind)
    let claim = try claimed(fixture.ledger)
    #expect(try fixture.ledger.acknowledge(claim))
    #expect(try fixture.ledger.outbox() == OutboxDepth(pending: 0, givenUp: 0))
    #expect(try fixture.ledger.claimDelivery(sender: "a") == nil)
    #expect(try !fixture.ledger.acknowledge(claim))
  }

  @Test(arguments: LedgerKind.allCases)
  func `what is postponed is claimed again when its time has come`(_ kind: LedgerKind) throws {
    let ledger = try fixture(kind).ledger
    let first = try claimed(ledger)
    #expect(try ledger.postpone(first, for: .milliseconds(300), because: "status 500"))
    #expect(try ledger.claimDelivery(sender: "a") == nil)
    usleep(400_000)
    let second = try claimed(ledger)
    #expect(second.delivery == first.delivery)
    #expect(second.tries == 2 && second.attempt == 2)
  }

  @Test(arguments: LedgerKind.allCases)
  func `what waits for another try does not hold up a new one`(_ kind: LedgerKind) throws {
    let ledger = try fixture(kind).ledger
    #expect(try ledger.postpone(try claimed(ledger), for: .seconds(60), because: "status 500"))
    let clip = try ledger.made(.example(9))
    #expect(try claimed(ledger).delivery.clip == clip.id)
  }

  @Test(arguments: LedgerKind.allCases)
  func `what is given up is not claimed, counted, and goes with its clip`(
    _ kind: LedgerKind
  ) throws {
    let ledger = try fixture(kind).ledger
    let claim = try claimed(ledger)
    #expect(try ledger.giveUp(claim, because: "status 410"))
    #expect(try ledger.claimDelivery(sender: "a") == nil)
    #expect(try ledger.deliveries(limit: 9) == [])
    #expect(try ledger.outbox() == OutboxDepth(pending: 0, givenUp: 1))
    _ = try ledger.delete(clip: claim.delivery.clip)
    #expect(try ledger.outbox() == OutboxDepth(pending: 0, givenUp: 0))
  }

  @Test(arguments: LedgerKind.allCases)
  func `what is handed back is claimed at once, and the try does not count`(
    _ kind: LedgerKind
  ) throws {
    let ledger = try fixture(kind).ledger
    #expect(try ledger.release(try claimed(ledger)))
    let second = try claimed(ledger, by: "b")
    #expect(second.tries == 1 && second.attempt == 2)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a lease that ran out passes the message on`(_ kind: LedgerKind) throws {
    let fixture = try fixture(kind)
    _ = try claimed(try fixture.lapsing())
    let second = try claimed(fixture.ledger, by: "b")
    #expect(second.tries == 2 && second.sender == "b")
  }

  @Test(arguments: LedgerKind.allCases)
  func `the leases of a process that died end at once, and no other's`(_ kind: LedgerKind) throws {
    let ledger = try fixture(kind, clips: 2).ledger
    let first = try claimed(ledger, by: "dead")
    _ = try claimed(ledger, by: "alive")
    // It counts jobs alone.
    #expect(try ledger.expireLeases(of: "dead") == 0)
    #expect(try claimed(ledger, by: "b").delivery == first.delivery)
    #expect(try ledger.claimDelivery(sender: "b") == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `whoever lost a message to another changes nothing`(_ kind: LedgerKind) throws {
    let fixture = try fixture(kind)
    let late = try claimed(try fixture.lapsing())
    let ledger = fixture.ledger
    let now = try claimed(ledger, by: "b")
    #expect(try !ledger.postpone(late, for: .zero, because: "late"))
    #expect(try !ledger.giveUp(late, because: "late"))
    #expect(try !ledger.release(late))
    #expect(try ledger.claimDelivery(sender: "c") == nil)
    #expect(try ledger.postpone(now, for: .zero, because: "status 500"))
  }

  @Test(arguments: LedgerKind.allCases)
  func `an acknowledgement holds, whoever has the message by then`(_ kind: LedgerKind) throws {
    let fixture = try fixture(kind)
    let late = try claimed(try fixture.lapsing())
    let ledger = fixture.ledger
    let now = try claimed(ledger, by: "b")
    #expect(try ledger.acknowledge(late))
    #expect(try !ledger.postpone(now, for: .zero, because: "status 500"))
    #expect(try ledger.outbox() == OutboxDepth(pending: 0, givenUp: 0))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a message whose clip is deleted while it is sent is nobody's`(_ kind: LedgerKind) throws {
    let ledger = try fixture(kind).ledger
    let claim = try claimed(ledger)
    _ = try ledger.delete(clip: claim.delivery.clip)
    #expect(try !ledger.postpone(claim, for: .zero, because: "status 500"))
    #expect(try ledger.claimDelivery(sender: "a") == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `many senders share the messages and take none twice`(_ kind: LedgerKind) throws {
    let fixture = try fixture(kind, clips: 40)
    let ledgers = try (0..<4).map { _ in try fixture.another(told) }
    let claims = Results<UUID>()
    let failures = Results<String>()
    atOnce(4) { number in
      do throws(LedgerError) {
        while let claim = try ledgers[number].claimDelivery(sender: "\(number)") {
          claims.add(claim.delivery.id)
        }
      } catch { failures.add("\(error)") }
    }
    #expect(failures.all == [])
    #expect(claims.all.count == 40 && Set(claims.all).count == 40)
  }
}
