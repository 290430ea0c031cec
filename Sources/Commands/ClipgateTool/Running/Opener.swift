internal import Ingest
internal import Rules
internal import Sandbox
internal import Stages

/// Has movies opened: in confined processes, or, where this machine can't make any, in this one.
final class Opener {
  /// A confined process between two movies, made when it is needed and made anew when it has died or
  /// worked for long.
  private final class Hand {
    var child: ConfinedChild?
    var movies = 0
  }

  /// How many movies can be open at once, from 1 on.
  let width: Int
  private let runner: Runner?
  /// Why nothing can be confined, though this machine should.
  private let obstacle: SystemError?
  private let interruption: Interruption
  private var hands: [Hand]

  /// A process is not used for more movies than this, lest what libraries keep adds up.
  private static let mostMovies = 200

  /// - Parameter runner: nil where movies are opened in this process.
  init(
    runner: Runner?, obstacle: SystemError? = nil, width: Int, interruption: Interruption
  ) {
    self.runner = runner
    self.obstacle = obstacle
    self.width = runner == nil ? 1 : max(1, width)
    self.interruption = interruption
    hands = (0...self.width).map { _ in Hand() }
  }

  /// The place of the process that looks at what another one wrote; each output has its own.
  var verifier: Int { width }

  /// Gives a process something to do; `outcome` must follow before the next request to it.
  ///
  /// - Parameter hand: from 0 to `width`.
  func begin(_ request: Request, _ descriptors: [Int32], hand: Int) throws(WorkFailure) {
    if let obstacle { throw WorkFailure(confining: obstacle) }
    guard let runner else { return }
    let hand = hands[hand]
    let limits = ChildLimits(for: request, isUsedAgain: request.isMeasuring)
    if hand.child != nil {
      // What one movie may use must be left of what the process may use in all.
      let used = hand.child?.processorTime() ?? .seconds(limits.processorSeconds)
      if hand.movies >= Self.mostMovies || used > .seconds(request.policy.maxCPUSeconds) {
        hand.child = nil
      }
    }
    // A process that died between two movies has seen nothing of this one.
    for _ in 0..<2 {
      if hand.child == nil {
        do throws(SystemError) { hand.child = try runner.child(limits) } catch {
          throw WorkFailure(confining: error)
        }
        hand.movies = 0
      }
      if hand.child?.send(request, descriptors: descriptors) == true {
        hand.movies += 1
        return
      }
      hand.child = nil
    }
    throw .unconfinable("no process took the movie")
  }

  /// Waits for what was begun.
  func outcome(
    of request: Request, _ descriptors: [Int32], hand: Int,
    progress: (Double) -> Void = { _ in }
  ) throws(WorkFailure) -> StageResult {
    guard runner != nil else {
      return try StageResult(
        .answer(
          Stages.perform(request, descriptors, interruption: interruption, progress: progress)))
    }
    var outcome = told(request, hands[hand], progress)
    if case .died(let death) = outcome, death == .absent || hands[hand].movies > 1 {
      // Who measured others before may have died of them, and where the fork server died, it was
      // nobody's doing: the movie has a process to itself now, once.
      do throws(SystemError) { try request.clearOutputs(descriptors) } catch {
        throw .stage(StageFailure(code: .unwritable, call: error.call, number: error.number))
      }
      try begin(request, descriptors, hand: hand)
      outcome = told(request, hands[hand], progress)
    }
    return try StageResult(outcome)
  }

  /// What a process says of its movie; it is gone where that is no answer.
  private func told(
    _ request: Request, _ hand: Hand, _ progress: (Double) -> Void
  ) -> ConfinedChild.Outcome {
    let outcome = hand.child?.outcome(
      of: request, within: request.deadline,
      isCancelled: { interruption.isInterrupted }, progress: progress)
    if case .answer(let answer) = outcome { return .answer(answer) }
    hand.child = nil
    return outcome ?? .died(.absent)
  }

  /// Ends a process for good before what it wrote is looked at: it may have kept a descriptor.
  func end(hand: Int) throws(WorkFailure) {
    guard let child = hands[hand].child.take() else { return }
    guard child.end() else { throw .unconfinable("a process did not end") }
  }
}
