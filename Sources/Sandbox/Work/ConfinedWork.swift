internal import Glibc

/// Has each stage done by a child of its own; as many threads may use it as like.
package struct ConfinedWork: MovieWork {
  private let runner: Runner
  private let forgivenEnds: Int
  private let isCancelled: @Sendable () -> Bool
  private let ended: @Sendable (Request, ConfinedChild.Outcome, Duration) -> Void

  /// - Parameters:
  ///   - runner: its fork server makes the children; at most as many stages are done at once as it
  ///     allows children.
  ///   - forgivenEnds: how often a stage is done again whose child was ended by a SIGKILL that was none of
  ///     ours, or had no answer in its time by the clock on the wall. The kernel kills where memory ends, an
  ///     operator may stop a process, and a machine may have too much to do; where it says nothing of the
  ///     movie, the next child is not met by it.
  ///   - isCancelled: asked ten times a second while a stage is done.
  ///   - ended: hears how each child ended, and after how long.
  package init(
    runner: Runner, forgivenEnds: Int = 0,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    ended: @escaping @Sendable (Request, ConfinedChild.Outcome, Duration) -> Void = { _, _, _ in }
  ) {
    self.runner = runner
    self.forgivenEnds = forgivenEnds
    self.isCancelled = isCancelled
    self.ended = ended
  }

  package func perform(
    _ request: Request, descriptors: [Int32], progress: (Double) -> Void
  ) throws(WorkFailure) -> StageResult {
    var told = 0.0
    var forgiven = 0
    while true {
      let started = ContinuousClock().now
      let outcome: ConfinedChild.Outcome
      do throws(SystemError) {
        // What a child before this one wrote is none of its.
        if forgiven > 0 { try request.clearOutputs(descriptors) }
        outcome = try runner.perform(
          request, descriptors: descriptors, isCancelled: isCancelled
        ) {
          told = max(told, $0)
          progress(told)
        }
      } catch {
        throw WorkFailure(confining: error)
      }
      ended(request, outcome, ContinuousClock().now - started)
      guard Self.maySayNothing(outcome), forgiven < forgivenEnds else {
        return try StageResult(outcome)
      }
      forgiven += 1
    }
  }

  /// Whether a child's end may have come from outside. Its processor time is counted by the kernel, and ends it
  /// otherwise.
  private static func maySayNothing(_ outcome: ConfinedChild.Outcome) -> Bool {
    outcome == .died(.signal(SIGKILL)) || outcome == .died(.deadline)
  }

  /// What a service forgives: what comes three times comes for the movie's sake.
  package static let serviceForgives = 2
}
