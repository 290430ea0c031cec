internal import Glibc

/// A child in its box, as the process that asked for it sees it: everything it says is hostile.
///
/// The end of this value kills the child. One request at a time; after an outcome without an answer the child is
/// gone.
package struct ConfinedChild: ~Copyable {
  private let talk: Channel
  private let watch: Channel
  private var started: Int32?
  private var ending: Ending?
  private var isWatchOver = false
  /// Whether the child has said that it is in its box, and had nothing of a movie before.
  private var isConfined = false

  /// What became of a request.
  package enum Outcome: Sendable, Equatable {
    case answer(Answer)
    /// The child died, or said something that no child of ours says.
    case died(Death)
    /// The caller did not want to wait any longer.
    case cancelled
  }

  /// Why there is no answer.
  package enum Death: Sendable, Equatable {
    /// By a signal of the kernel, or of its own.
    case signal(Int32)
    /// It ended in the middle of its work.
    case exit(Int32)
    /// It took more time than it had, by the asker's clock; it used little of the processor's.
    case deadline
    /// What it sent was no answer to the request.
    case garbled
    /// It was never there, or could not be confined, or its fork server died: not the movie's doing.
    case absent
  }

  init(talk: consuming Channel, watch: consuming Channel) {
    self.talk = talk
    self.watch = watch
  }

  /// The child's process number, once the fork server has told it.
  package mutating func process() -> Int32? {
    if started == nil, ending == nil { hear(within: .seconds(5)) }
    return started
  }

  /// Waits until the fork server has dealt with the order for this child: while as many live as are
  /// allowed, orders wait.
  ///
  /// - Returns: false where it has not by then; true also where it has died, of which `outcome` tells.
  mutating func isMade(within time: Duration, isCancelled: () -> Bool) -> Bool {
    let clock = SuspendingClock()
    let end = clock.now + time
    while started == nil, ending == nil, !isWatchOver {
      guard clock.now < end, !isCancelled() else { return false }
      hear(within: .milliseconds(100))
    }
    return true
  }

  /// Sends a request; `outcome` waits for what comes of it.
  ///
  /// - Parameters:
  ///   - request: what the child is to do.
  ///   - descriptors: the movie and its outputs; they stay the caller's.
  /// - Returns: whether the child took it; where not, `outcome` tells why.
  @discardableResult
  package mutating func send(_ request: Request, descriptors: [Int32]) -> Bool {
    // Who answers before being asked has been taken over.
    guard isConfined ? !talk.hasMessage(within: .zero) : true else { return false }
    do {
      try talk.send(Message(.request, try Payload.bytes(request)), descriptors: descriptors)
      return true
    } catch {
      return false
    }
  }

  /// Waits for the answer to the request that was sent.
  ///
  /// - Parameters:
  ///   - request: the one that was sent; an answer to another is none.
  ///   - deadline: from now, on a clock that only runs forward; time in which this process was stopped itself
  ///     does not count.
  ///   - isCancelled: asked ten times a second.
  ///   - progress: called with shares from 0 to 1 that never fall.
  package mutating func outcome(
    of request: Request, within deadline: Duration, isCancelled: () -> Bool = { false },
    progress: (Double) -> Void = { _ in }
  ) -> Outcome {
    let clock = SuspendingClock()
    var left = deadline
    var last = clock.now
    var told = 0.0
    var messages = 0
    while true {
      if isCancelled() { return .cancelled }
      let now = clock.now
      // No look takes a second, unless who looks was stopped, and the child most likely with it.
      left -= min(now - last, .seconds(1))
      last = now
      guard left > .zero else { return .died(.deadline) }
      guard talk.hasMessage(within: min(left, .milliseconds(100))) else { continue }
      messages += 1
      guard messages <= Self.mostMessages else { return .died(.garbled) }
      do {
        guard let received = try talk.receive() else { return .died(death()) }
        switch received.message.kind {
        case .confined where !isConfined: isConfined = true
        case .progress:
          guard let share = Self.share(received.message.payload) else { return .died(.garbled) }
          told = max(told, share)
          progress(told)
        case .answer:
          let answer = try Payload.value(Answer.self, received.message.payload)
          guard answer.isPlausible(for: request) else { return .died(.garbled) }
          return .answer(answer)
        default: return .died(.garbled)
        }
      } catch {
        return .died(.garbled)
      }
    }
  }

  /// More messages than this in answer to one request are no progress.
  private static let mostMessages = 100_000

  /// Processor time that the child has used so far; nil where the kernel does not tell.
  package mutating func processorTime() -> Duration? {
    guard let process = process() else { return nil }
    var clock = clockid_t()
    var time = timespec()
    // Both calls fill a local value.
    guard unsafe clock_getcpuclockid(process, &clock) == 0,
      unsafe clock_gettime(clock, &time) == 0
    else { return nil }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Has the child killed, and waits until it is gone with every descriptor that it had.
  ///
  /// - Returns: whether its end was told; where not, it may still be there.
  package consuming func end() -> Bool {
    try? watch.send(Message(.stop))
    let clock = SuspendingClock()
    let end = clock.now + .seconds(5)
    while ending == nil, !isWatchOver, clock.now < end { hear(within: .milliseconds(100)) }
    return ending != nil
  }

  private static func share(_ payload: [UInt8]) -> Double? {
    guard payload.count == 8 else { return nil }
    let share = Double(bitPattern: UInt64(littleEndian: payload))
    return share.isFinite ? min(max(share, 0), 1) : nil
  }

  /// How the child ended, once its channel is closed or seems to be: it is made to end if it has not.
  ///
  /// Only a child that never was in its box says nothing of its movie; what it does there, it does by
  /// what the movie made of it, whatever exit code or closed channel it shows.
  private mutating func death() -> Death {
    let clock = SuspendingClock()
    let end = clock.now + .seconds(5)
    // Most have died by themselves, and how is worth knowing.
    hear(within: .milliseconds(50))
    if started != nil, ending == nil { hear(within: .milliseconds(50)) }
    var isStopped = false
    if ending == nil, !isWatchOver {
      try? watch.send(Message(.stop))
      isStopped = true
    }
    while ending == nil, !isWatchOver, clock.now < end { hear(within: .milliseconds(100)) }
    guard isConfined, let ending else { return .absent }
    switch ending {
    case .signal(SIGKILL) where isStopped: return .garbled
    case .signal(let number): return .signal(number)
    case .exit(let code): return .exit(code)
    case .notStarted: return .absent
    }
  }

  /// Takes one message of the fork server.
  private mutating func hear(within time: Duration) {
    guard watch.hasMessage(within: time) else { return }
    guard let received = try? watch.receive() else {
      isWatchOver = true
      return
    }
    switch received.message.kind {
    case .started where received.message.payload.count == 4:
      started = Int32(littleEndian: received.message.payload)
    case .ended: ending = Ending(payload: received.message.payload)
    default: isWatchOver = true
    }
  }
}
