internal import Synchronization

/// A flag that ends work on a movie from another thread or a signal's handler.
public final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)

  public init() {}

  /// Asks the work to stop soon.
  public func interrupt() { flag.store(true, ordering: .releasing) }

  /// Whether the work was asked to stop.
  public var isInterrupted: Bool { flag.load(ordering: .acquiring) }
}
