internal import Glibc

extension Runner {
  /// Has one stage of one movie's way done by a child of its own.
  ///
  /// A child that could write is gone when this returns, with every descriptor that it had; one that
  /// could only read is killed then, and not waited for where it has answered.
  /// Where all children that may live are at work it waits for one to end, and the movie's time does
  /// not run. A child that was gone through no fault of the movie's is replaced once, by one that finds
  /// its outputs empty. Several threads may call it at once.
  ///
  /// - Parameters:
  ///   - request: the stage, and by what policy.
  ///   - descriptors: as the request's own documentation numbers them; they stay the caller's.
  ///   - isCancelled: asked ten times a second.
  ///   - meanwhile: done once, when a child is at work.
  ///   - progress: called with shares from 0 to 1 that never fall, on the same thread.
  /// - Returns: `died(.absent)` where the second child was gone, too.
  /// - Throws: `SystemError`: no child can be had; `EAGAIN` where none became free in two minutes.
  package func perform(
    _ request: Request, descriptors: [Int32], isCancelled: () -> Bool = { false },
    meanwhile: () -> Void = {}, progress: (Double) -> Void = { _ in }
  ) throws(SystemError) -> ConfinedChild.Outcome {
    let first = try once(request, descriptors, isCancelled, meanwhile, progress)
    guard first.outcome == .died(.absent), !isCancelled() else { return first.outcome }
    try request.clearOutputs(descriptors)
    let again = { progress(max(first.told, $0)) }
    return try once(request, descriptors, isCancelled, {}, again).outcome
  }

  /// - Returns: what became of the request, and the last share that was told.
  private func once(
    _ request: Request, _ descriptors: [Int32], _ isCancelled: () -> Bool,
    _ meanwhile: () -> Void, _ progress: (Double) -> Void
  ) throws(SystemError) -> (outcome: ConfinedChild.Outcome, told: Double) {
    var child = try child(ChildLimits(for: request))
    // It finds the request when it is there.
    child.send(request, descriptors: descriptors)
    guard child.isMade(within: .seconds(120), isCancelled: isCancelled) else {
      if isCancelled() { return (.cancelled, 0) }
      throw SystemError("fork", EAGAIN)
    }
    meanwhile()
    var told = 0.0
    let outcome = child.outcome(of: request, within: request.deadline, isCancelled: isCancelled) {
      told = $0
      progress($0)
    }
    // Whoever could only read is killed without being waited for: it can spoil nothing any more.
    if case .answer = outcome, !request.writes { return (outcome, told) }
    let isGone = child.end()
    // An answer is worth nothing while its child may still write.
    if case .answer = outcome, !isGone { return (.died(.absent), told) }
    return (outcome, told)
  }
}
