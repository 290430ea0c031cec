import Dispatch
import Foundation

/// Many clients at once, each on a thread of its own.
enum Crowd {
  /// Runs them all, and returns when the last is done.
  static func run(_ count: Int, _ client: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread.detachNewThread {
        client(number)
        group.leave()
      }
    }
    group.wait()
  }
}
