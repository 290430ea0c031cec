extension Copying {
  /// Why pictures or sound can't be kept as they are.
  struct NotCopyable: Error {
    var reason: String
    /// Whether the pictures may be kept all the same.
    var isOfSound = false

    static func sound(_ reason: String) -> NotCopyable {
      NotCopyable(reason: reason, isOfSound: true)
    }
  }
}
