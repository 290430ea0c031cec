import Rules
import TestSupport
import Testing

@testable import Ingest

@Suite struct BudgetTests {
  @Test func `packets are counted past the limit, up to four times of it`() throws {
    var budget = Budget(policy: Policy(maxPackets: 5), interruption: Interruption())
    for _ in 0..<5 { try budget.countPacket() }
    #expect(!budget.isOverPackets)
    try budget.countPacket()
    #expect(budget.isOverPackets)
    for _ in 6..<20 { try budget.countPacket() }
    #expect(budget.packets == 20)
    let stop = #expect(throws: Budget.Stop.self) { try budget.countPacket() }
    #expect(stop == .tooManyPackets)
  }

  @Test(.movies) func `a movie of too many packets is not called corrupt for it`() throws {
    let path = try MadeMovie.path([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libx264",
    ])
    let file = try OpenFile(path)
    let examination = try Pipeline.examine(
      descriptor: file.descriptor, policy: Policy(maxPackets: 20), depth: .everything)
    withExtendedLifetime(file) {
      #expect(examination.reasons.map(\.code) == [.tooComplex])
      #expect(examination.warnings == [])
    }
  }

  @Test func `no limit is too large to be counted to`() {
    let policy = Policy(maxPackets: .max, maxCPUSeconds: .max)
    var budget = Budget(policy: policy, interruption: Interruption())
    #expect(throws: Never.self) { try budget.countPacket() }
  }

  @Test func `an interruption ends the stage`() {
    let interruption = Interruption()
    let budget = Budget(policy: Policy(), interruption: interruption)
    #expect(throws: Never.self) { try budget.check() }
    interruption.interrupt()
    let stop = #expect(throws: Budget.Stop.self) { try budget.check() }
    #expect(stop == .interrupted)
  }

  @Test func `used-up processor time ends the stage`() {
    let budget = Budget(policy: Policy(maxCPUSeconds: 0), interruption: Interruption())
    let start = Clock.thread
    while Clock.thread <= start + .milliseconds(1) {}
    let stop = #expect(throws: Budget.Stop.self) { try budget.check() }
    #expect(stop == .tookTooLong)
  }
}
