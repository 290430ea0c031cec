internal import FoundationEssentials
internal import HTTP
internal import Ledger
internal import Synchronization

/// A clip's server-sent events: its document now, and again whenever that has changed, until it ends.
final class ClipEvents: EventSource {
  private struct State {
    var watch: Int?
    var last: [UInt8] = []
    var hasEnded = false
  }

  private let read: @Sendable () -> ClipDocument?
  private let watch: ClipWatch
  private let state = Mutex(State())

  /// A stream is given up after this; the client comes back for another.
  private static let longest = Duration.seconds(3600)

  /// - Parameter read: the clip as it is; nil where it was deleted.
  init(watch: ClipWatch, read: @escaping @Sendable () -> ClipDocument?) {
    self.watch = watch
    self.read = read
  }

  func open(_ wake: @escaping @Sendable () -> Void) {
    let number = watch.wait(within: Self.longest) { [weak self] isOver in
      guard let self else { return true }
      if isOver { state.withLock { $0.hasEnded = true } }
      wake()
      return false
    }
    state.withLock { $0.watch = number }
  }

  func next() -> EventStep {
    if state.withLock({ $0.hasEnded }) { return .end }
    guard let document = read() else { return .end }
    let bytes = JSONBody.bytes(document)
    return state.withLock { state in
      guard bytes != state.last else { return .later }
      state.last = bytes
      state.hasEnded = ["ready", "failed"].contains(document.status)
      return .event(ServerSentEvent(data: String(decoding: bytes.dropLast(), as: UTF8.self)))
    }
  }

  func close() {
    let number = state.withLock { state in
      state.hasEnded = true
      return state.watch.take()
    }
    if let number { watch.stop(number) }
  }
}
