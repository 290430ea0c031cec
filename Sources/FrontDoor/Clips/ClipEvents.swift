internal import Documents
internal import HTTP
internal import Ledger
internal import Synchronization

/// A clip's server-sent events: its document now, and again whenever that has changed, until it ends.
final class ClipEvents: EventSource {
  private struct State {
    var watch: Int?
    /// What was sent last, or is to be sent.
    var document: ClipDocument
    var isNew = true
    var hasEnded = false
  }

  private let read: @Sendable () throws(LedgerError) -> ClipDocument?
  private let watch: ClipWatch
  private let state: Mutex<State>

  /// A stream is given up after this; the client comes back for another.
  private static let longest = Duration.seconds(3600)

  /// - Parameters:
  ///   - first: the clip as it is.
  ///   - read: the clip as it is later, read by the watch; nil where it was deleted.
  init(
    watch: ClipWatch, first: ClipDocument,
    read: @escaping @Sendable () throws(LedgerError) -> ClipDocument?
  ) {
    self.watch = watch
    self.read = read
    state = Mutex(State(document: first))
  }

  func open(_ wake: @escaping @Sendable () -> Void) {
    let number = watch.wait(within: Self.longest) { [weak self] isOver in
      guard let self else { return true }
      if look(isOver: isOver) { wake() }
      return false
    }
    state.withLock { $0.watch = number }
  }

  func next() -> EventStep {
    let event: ClipDocument?? = state.withLock { state in
      if state.isNew {
        state.isNew = false
        if ["ready", "failed"].contains(state.document.status) { state.hasEnded = true }
        return state.document
      }
      return state.hasEnded ? .some(nil) : nil
    }
    switch event {
    case nil: return .later
    case .some(nil): return .end
    case .some(let document?):
      let text = String(decoding: JSONBody.bytes(document).dropLast(), as: UTF8.self)
      return .event(ServerSentEvent(data: text))
    }
  }

  func close() {
    let number = state.withLock { state in
      state.hasEnded = true
      return state.watch.take()
    }
    if let number { watch.stop(number) }
  }

  /// - Returns: whether there is something new, or nothing will be any more.
  private func look(isOver: Bool) -> Bool {
    let read: ClipDocument?
    do throws(LedgerError) { read = try self.read() } catch {
      // It may be read the next time.
      if isOver { state.withLock { $0.hasEnded = true } }
      return isOver
    }
    return state.withLock { state in
      if isOver || read == nil { state.hasEnded = true }
      guard let read, read != state.document else { return state.hasEnded }
      state.document = read
      state.isNew = true
      return true
    }
  }
}
