import Foundation
import Synchronization
import Testing
import Threads

@Suite struct ConditionTests {
  /// What threads share in these tests.
  private final class Counter: @unchecked Sendable {
    let condition = Condition()
    var count = 0
    var isOpen = false
  }

  @Test func `threads that count behind one lock count right`() {
    let counter = Counter()
    let group = DispatchGroup()
    for _ in 0..<8 {
      group.enter()
      Thread.detachNewThread {
        for _ in 0..<10_000 { counter.condition.withLock { counter.count += 1 } }
        group.leave()
      }
    }
    group.wait()
    #expect(counter.count == 80_000)
  }

  @Test func `a call ends one wait, and a call to all ends all`() {
    let counter = Counter()
    let group = DispatchGroup()
    for _ in 0..<4 {
      group.enter()
      Thread.detachNewThread {
        counter.condition.withLock {
          while !counter.isOpen { counter.condition.wait() }
          counter.count += 1
        }
        group.leave()
      }
    }
    counter.condition.withLock {
      counter.isOpen = true
      counter.condition.broadcast()
    }
    group.wait()
    #expect(counter.count == 4)
    group.enter()
    Thread.detachNewThread {
      counter.condition.withLock { while counter.isOpen { counter.condition.wait() } }
      group.leave()
    }
    counter.condition.withLock {
      counter.isOpen = false
      counter.condition.signal()
    }
    group.wait()
  }

  @Test(arguments: [Duration.milliseconds(30), .milliseconds(1_050), .zero, .seconds(-5)])
  func `a wait for a time ends with it, and not before`(time: Duration) {
    let condition = Condition()
    let clock = SuspendingClock()
    let start = clock.now
    condition.withLock { while condition.wait(until: start + time) {} }
    let taken = clock.now - start
    #expect(taken >= time)
    #expect(taken < max(time, .zero) + .seconds(20))
  }

  @Test func `a wait for centuries can be called`() {
    let counter = Counter()
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      counter.condition.withLock {
        while !counter.isOpen, counter.condition.wait(for: .seconds(Int64.max)) {}
        counter.count = counter.isOpen ? 1 : -1
      }
      group.leave()
    }
    usleep(50_000)
    counter.condition.withLock {
      counter.isOpen = true
      counter.condition.signal()
    }
    group.wait()
    #expect(counter.count == 1)
  }

  @Test func `what is thrown behind the lock gives it back`() throws {
    struct Fault: Error {}
    let condition = Condition()
    #expect(throws: Fault.self) { try condition.withLock { throw Fault() } }
    condition.withLock {}
  }
}
