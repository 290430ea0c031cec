import Synchronization

/// What a service has said to its uploaders.
final class Promises: Sendable {
  /// An upload under an idempotency key, which may be sent again.
  struct Keyed: Sendable {
    var number: Int
    /// All ids that were given for it.
    var ids: Set<String> = []
    /// Whether it is a movie; otherwise it is to be refused.
    var isMovie: Bool
  }

  private struct State {
    var next = 0
    var ids: [String] = []
    var keyed: [String: Keyed] = [:]
    var unexpected: [String] = []
    var lost = 0
    var isOver = false
  }

  private let state = Mutex(State())

  /// A number that no other upload has.
  func number() -> Int {
    state.withLock { state in
      state.next += 1
      return state.next
    }
  }

  /// A clip was acknowledged.
  func acknowledged(_ id: String) { state.withLock { $0.ids.append(id) } }

  /// An upload is sent under a key; an id came for it, if any.
  func sent(_ number: Int, under key: String, isMovie: Bool, id: String? = nil) {
    state.withLock { state in
      var keyed = state.keyed[key] ?? Keyed(number: number, isMovie: isMovie)
      if let id { keyed.ids.insert(id) }
      state.keyed[key] = keyed
    }
  }

  /// An answer came that no such upload should get.
  func unexpected(_ what: String) { state.withLock { $0.unexpected.append(what) } }

  /// No answer came.
  func lost() { state.withLock { $0.lost += 1 } }

  /// Nothing new is to be uploaded.
  func end() { state.withLock { $0.isOver = true } }

  var isOver: Bool { state.withLock { $0.isOver } }
  /// The acknowledged ids.
  var ids: Set<String> { state.withLock { Set($0.ids) } }
  var keyed: [String: Keyed] { state.withLock { $0.keyed } }
  var surprises: [String] { state.withLock { $0.unexpected } }
  /// How many requests had no answer.
  var losses: Int { state.withLock { $0.lost } }
}
