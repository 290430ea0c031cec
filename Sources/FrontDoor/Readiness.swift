internal import HTTP
internal import Synchronization

/// One look at whether the service is ready, for however many ask at once, and good for a second.
final class Readiness: Sendable {
  private struct State {
    var answer: Response?
    var time: ContinuousClock.Instant?
    var waiting: [Responder] = []
  }

  private let crew = Crew(threads: 1, mostWaiting: 1)
  private let state = Mutex(State())

  /// How long an answer holds.
  private static let lifetime = Duration.seconds(1)

  /// Answers by the last look, or by the next one.
  ///
  /// - Parameter look: done by one thread at a time.
  func ask(
    _ responder: Responder, _ look: @escaping @Sendable () throws(Problem) -> Response
  ) {
    let known: Response? = state.withLock { state in
      if let answer = state.answer, let time = state.time,
        ContinuousClock().now - time < Self.lifetime
      {
        return answer
      }
      state.waiting.append(responder)
      return nil
    }
    if let known { return responder.answer(known) }
    // Where a look is at work or about to be, it answers this one, too.
    _ = crew.take { [self] in
      guard state.withLock({ !$0.waiting.isEmpty }) else { return }
      var answer: Response
      do throws(Problem) { answer = try look() } catch { answer = error.response }
      let waiting = state.withLock { state in
        state.answer = answer
        state.time = ContinuousClock().now
        defer { state.waiting = [] }
        return state.waiting
      }
      for responder in waiting { responder.answer(answer) }
    }
  }

  /// Lets a look at work be done.
  func end() {
    crew.end(within: .milliseconds(500))
    // Whoever still waits is answered by the end of its responder.
    state.withLock { $0.waiting = [] }
  }
}
