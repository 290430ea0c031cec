internal import Glibc

/// Has each stage done by a child of its own; as many threads may use it as like.
package struct ConfinedWork: MovieWork {
  private let runner: Runner
  private let forgivenKills: Int
  private let isCancelled: @Sendable () -> Bool
  private let ended: @Sendable (Request, ConfinedChild.Outcome, Duration) -> Void

  /// - Parameters:
  ///   - runner: its fork server makes the children; at most as many stages are done at once as it
  ///     allows children.
  ///   - forgivenKills: how often a stage is done again whose child was ended by a SIGKILL that was none of
  ///     ours. The kernel sends it where memory ends, and so may an operator; where it says nothing of the
  ///     movie, the next child is not met by it.
  ///   - isCancelled: asked ten times a second while a stage is done.
  ///   - ended: hears how each child ended, and after how long.
  package init(
    runner: Runner, forgivenKills: Int = 0,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    ended: @escaping @Sendable (Request, ConfinedChild.Outcome, Duration) -> Void = { _, _, _ in }
  ) {
    self.runner = runner
    self.forgivenKills = forgivenKills
    self.isCancelled = isCancelled
    self.ended = ended
  }

  package func perform(
    _ request: Request, descriptors: [Int32], progress: (Double) -> Void
  ) throws(WorkFailure) -> StageResult {
    var told = 0.0
    var kills = 0
    while true {
      let started = ContinuousClock().now
      let outcome: ConfinedChild.Outcome
      do throws(SystemError) {
        // What a child before this one wrote is none of its.
        if kills > 0 { try request.clearOutputs(descriptors) }
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
      guard outcome == .died(.signal(SIGKILL)), kills < forgivenKills else {
        return try StageResult(outcome)
      }
      kills += 1
    }
  }

  /// What a service forgives: a kill that comes three times comes for the movie's sake.
  package static let serviceForgivesKills = 2
}
