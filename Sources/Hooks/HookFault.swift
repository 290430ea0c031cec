/// That bytes are no hook request of tusd 2.
package enum HookFault: Error, Equatable, CustomStringConvertible {
  /// More bytes than any request has; the number is how many may be.
  case tooLong(Int)
  /// No JSON, or JSON of another form.
  case malformed
  /// A hook request as tusd 1 sent it, without its type in the document.
  case untyped

  /// For people; nothing of the document is in it.
  package var description: String {
    switch self {
    case .tooLong(let most): "A hook request has at most \(most) bytes."
    case .malformed: "This is no hook request of tusd."
    case .untyped: "A hook request of tusd 2 is needed: this one does not say its Type."
    }
  }
}
