internal import Glibc

/// Has each stage done by a child of its own; as many threads may use it as like.
package struct ConfinedWork: MovieWork {
  private let runner: Runner
  private let forgiveness: Forgiveness
  private let isCancelled: @Sendable () -> Bool
  private let ended: @Sendable (Request, ConfinedChild.Outcome, Duration) -> Void

  /// - Parameters:
  ///   - runner: its fork server makes the children; at most as many stages are done at once as it
  ///     allows children.
  ///   - forgiveness: how often a stage is done again whose child was ended from outside, perhaps.
  ///   - isCancelled: asked ten times a second while a stage is done.
  ///   - ended: hears how each child ended, and after how long.
  package init(
    runner: Runner, forgiveness: Forgiveness = .none,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    ended: @escaping @Sendable (Request, ConfinedChild.Outcome, Duration) -> Void = { _, _, _ in }
  ) {
    self.runner = runner
    self.forgiveness = forgiveness
    self.isCancelled = isCancelled
    self.ended = ended
  }

  package func perform(
    _ request: Request, descriptors: [Int32], progress: (Double) -> Void
  ) throws(WorkFailure) -> StageResult {
    try perform(request, descriptors: descriptors, meanwhile: {}, progress: progress)
  }

  package func perform(
    _ request: Request, descriptors: [Int32], meanwhile: () -> Void, progress: (Double) -> Void
  ) throws(WorkFailure) -> StageResult {
    var told = 0.0
    var left = forgiveness
    var isAgain = false
    while true {
      let started = ContinuousClock().now
      let outcome: ConfinedChild.Outcome
      do throws(SystemError) {
        // What a child before this one wrote is none of its.
        if isAgain { try request.clearOutputs(descriptors) }
        outcome = try runner.perform(
          request, descriptors: descriptors, isCancelled: isCancelled,
          meanwhile: { if !isAgain { meanwhile() } },
          progress: {
            told = max(told, $0)
            progress(told)
          })
      } catch {
        throw WorkFailure(confining: error)
      }
      ended(request, outcome, ContinuousClock().now - started)
      guard left.forgives(outcome) else { return try StageResult(outcome) }
      isAgain = true
    }
  }
}
