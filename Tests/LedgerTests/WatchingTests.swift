internal import Foundation
internal import Ledger
internal import Testing

/// The contract: what those who watch a ledger see.
@Suite struct WatchingTests {
  @Test(arguments: LedgerKind.allCases)
  func `a change is seen, of this opening and of another`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture()
    let other = try fixture.another()
    for ledger in [fixture.ledger, other] {
      let before = try fixture.ledger.changeCount()
      try ledger.insert(.example())
      #expect(try fixture.ledger.changeCount() != before)
    }
  }

  @Test(arguments: LedgerKind.allCases)
  func `progress is a change`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture()
    try fixture.ledger.admitted(.example())
    let claim = try #require(try fixture.ledger.claim(worker: "a"))
    let watching = try fixture.another()
    let before = try watching.changeCount()
    #expect(try fixture.ledger.heartbeat(claim, progress: 0.5))
    #expect(try watching.changeCount() != before)
  }

  @Test(arguments: LedgerKind.allCases)
  func `nothing has changed where nothing was written`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let clip = try ledger.made(.example())
    let before = try ledger.changeCount()
    _ = try ledger.clip(clip.id)
    _ = try ledger.claim(worker: "a")
    _ = try ledger.queue()
    #expect(try ledger.changeCount() == before)
  }

  @Test(arguments: LedgerKind.allCases)
  func `what a change tells of is there to be read`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture()
    let other = try fixture.another()
    // A number that differs before its rows can be read would be the last that is seen of them.
    let isSeen = Results<Bool>()
    let before = try fixture.ledger.changeCount()
    atOnce(2) { number in
      guard number == 0 else {
        try? other.insert(.example())
        return
      }
      for _ in 0..<100_000 where (try? fixture.ledger.changeCount()) != before {
        isSeen.add((try? fixture.ledger.posts(limit: 9).count) == 1)
        return
      }
    }
    #expect(isSeen.all == [true])
  }

  @Test(arguments: LedgerKind.allCases)
  func `the queue's depth counts who waits and who is at work`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    for number in 0..<4 { try ledger.admitted(.example(number)) }
    _ = try ledger.claim(worker: "a")
    let claim = try #require(try ledger.claim(worker: "b"))
    #expect(try ledger.finish(claim, .success()))
    let queue = try ledger.queue()
    #expect(queue.queued == 2)
    #expect(queue.running == 1)
  }

  @Test(arguments: LedgerKind.allCases)
  func `an empty queue has no oldest`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    try ledger.made(.example())
    let queue = try ledger.queue()
    #expect(queue.queued == 0)
    #expect(queue.running == 0)
    #expect(queue.oldest == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `the oldest that waits grows older`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    try ledger.admitted(.example())
    let first = try #require(try ledger.queue().oldest)
    Thread.sleep(forTimeInterval: 0.05)
    let second = try #require(try ledger.queue().oldest)
    #expect(second - first >= .milliseconds(40))
    #expect(second < .seconds(60))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a ledger that can promise is ready, as often as it is asked`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    for _ in 0..<3 {
      #expect(code { () throws(LedgerError) in try ledger.checkReadiness() } == nil)
    }
  }

  @Test(arguments: LedgerKind.allCases)
  func `what was promised is there when a ledger is opened again`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture()
    let clip = try fixture.ledger.made(.example(key: "a", post: .example()))
    let again = try fixture.another()
    #expect(try again.clips(limit: 9, after: nil) == [clip])
    #expect(try again.posts(limit: 9) == fixture.ledger.posts(limit: 9))
  }
}
