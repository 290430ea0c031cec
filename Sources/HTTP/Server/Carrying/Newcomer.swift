internal import Addresses

/// A connection that was taken, on its way to a loop.
struct Newcomer: Sendable {
  let descriptor: Int32
  /// The other end, as "192.0.2.1".
  let address: String
  /// The same; nil where it has no numeric address.
  let peer: IPAddress?
  /// Whose share it takes; nil for whom there are no bounds.
  let client: IPAddress?
  /// Whether there is room for it.
  let isAdmitted: Bool
}
