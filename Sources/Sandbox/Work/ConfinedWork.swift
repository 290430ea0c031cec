/// Has each stage done by a child of its own; as many threads may use it as like.
package struct ConfinedWork: MovieWork {
  private let runner: Runner
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - runner: its fork server makes the children; at most as many stages are done at once as it
  ///     allows children.
  ///   - isCancelled: asked ten times a second while a stage is done.
  package init(runner: Runner, isCancelled: @escaping @Sendable () -> Bool = { false }) {
    self.runner = runner
    self.isCancelled = isCancelled
  }

  package func perform(
    _ request: Request, descriptors: [Int32], progress: (Double) -> Void
  ) throws(WorkFailure) -> StageResult {
    let outcome: ConfinedChild.Outcome
    do throws(SystemError) {
      outcome = try runner.perform(
        request, descriptors: descriptors, isCancelled: isCancelled, progress: progress)
    } catch {
      throw WorkFailure(confining: error)
    }
    return try StageResult(outcome)
  }
}
