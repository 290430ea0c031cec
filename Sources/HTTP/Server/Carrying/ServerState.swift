internal import Synchronization

/// What the threads of a server have in common.
final class ServerState: Sendable {
  let configuration: ServerConfiguration
  let handler: any RequestHandler
  private let connections = Atomic(0)
  private let turnedAway = Atomic(0)
  private let bodies = Atomic(0)

  init(_ configuration: ServerConfiguration, _ handler: any RequestHandler) {
    self.configuration = configuration
    self.handler = handler
  }

  /// Counts a connection.
  ///
  /// - Returns: whether there is room for it; nil where there is not even room to tell it so in peace, and it
  ///   is not counted.
  func enter() -> Bool? {
    let most = configuration.connections
    if Self.take(connections, most: most) { return true }
    return Self.take(turnedAway, most: max(16, most / 4)) ? false : nil
  }

  /// A connection is closed.
  func leave(isAdmitted: Bool) {
    if isAdmitted {
      connections.subtract(1, ordering: .relaxed)
    } else {
      turnedAway.subtract(1, ordering: .relaxed)
    }
  }

  /// Counts a body that begins.
  ///
  /// - Returns: false where as many as may be are on their way; then it is not counted.
  func beginBody() -> Bool { Self.take(bodies, most: configuration.bodies) }

  /// A body that was counted ends.
  func endBody() { bodies.subtract(1, ordering: .relaxed) }

  private static func take(_ count: borrowing Atomic<Int>, most: Int) -> Bool {
    if count.add(1, ordering: .relaxed).newValue <= most { return true }
    count.subtract(1, ordering: .relaxed)
    return false
  }

  /// 503 with `Retry-After`; the connection ends behind it.
  func busy() -> Response {
    var response = configuration.problem(503, "service.busy", "the server has no room")
    response.fields["Retry-After"] = String(configuration.retryAfter)
    response.closes = true
    return response
  }
}
