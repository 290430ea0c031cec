internal import Testing
internal import Webhooks

/// When a message is sent again.
@Suite struct ScheduleTests {
  @Test func `ten tries take a little over three days`() {
    let schedule = Schedule.standard
    #expect(schedule.tries == 10)
    let waits = (1...9).compactMap { schedule.wait(afterTry: $0, chance: 0) }
    #expect(waits == schedule.waits)
    let sum: Duration = waits.reduce(.zero, +)
    // 75:35:05.
    #expect(sum == .seconds(272_105))
    #expect(schedule.wait(afterTry: 10, chance: 0) == nil)
    #expect(schedule.wait(afterTry: 0, chance: 0) == nil)
    #expect(schedule.wait(afterTry: 11, retryAfter: .seconds(5), chance: 0) == nil)
  }

  @Test(arguments: 1...9)
  func `chance makes a wait up to a tenth longer, and never shorter`(count: Int) throws {
    let plain = Schedule.standard.waits[count - 1]
    for chance in [0, 0.25, 0.999] {
      let wait = try #require(Schedule.standard.wait(afterTry: count, chance: chance))
      #expect(wait >= plain && wait < plain * 1.1)
    }
  }

  @Test func `a receiver may ask for more time, up to a day, and not for less`() {
    let schedule = Schedule.standard
    #expect(schedule.wait(afterTry: 1, retryAfter: .seconds(60), chance: 0) == .seconds(60))
    #expect(schedule.wait(afterTry: 2, retryAfter: .seconds(60), chance: 0) == .seconds(300))
    #expect(
      schedule.wait(afterTry: 1, retryAfter: .seconds(1_000_000), chance: 0) == .seconds(86_400))
  }
}
