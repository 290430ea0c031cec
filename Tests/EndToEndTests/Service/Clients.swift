import Dispatch
import Foundation
import Synchronization

/// Many clients, so many at once, each on a thread of its own; threads of the tests' pool would wait.
enum Clients {
  /// Runs them all, and gives what each came to.
  static func run<Result: Sendable>(
    _ count: Int, atOnce: Int = 16, _ client: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let next = Atomic(0)
    let results = Mutex<[Result]>([])
    withExtendedLifetime(next) {
      let group = DispatchGroup()
      for _ in 0..<min(count, atOnce) {
        group.enter()
        Thread.detachNewThread {
          while true {
            let number = next.add(1, ordering: .relaxed).oldValue
            guard number < count else { break }
            let result = client(number)
            results.withLock { $0.append(result) }
          }
          group.leave()
        }
      }
      group.wait()
    }
    return results.withLock { $0 }
  }
}
