internal import Addresses
internal import Synchronization

/// What the threads of a server have in common.
final class ServerState: Sendable {
  let configuration: ServerConfiguration
  let handler: any RequestHandler
  /// What each client has of it.
  let shares: Shares
  let trust: ProxyTrust
  private let connections = Atomic(0)
  private let turnedAway = Atomic(0)
  private let bodies = Atomic(0)
  /// Those of the bodies that have not moved yet.
  private let newBodies = Atomic(0)

  init(_ configuration: ServerConfiguration, _ handler: any RequestHandler) {
    self.configuration = configuration
    self.handler = handler
    shares = Shares(configuration)
    trust = ProxyTrust(
      proxies: configuration.trustedProxies, exemptsLoopback: configuration.exemptsLoopback)
  }

  /// Counts a connection, for its client too.
  ///
  /// - Returns: whether there is room for it; nil where there is not even room to tell it so in peace, and it
  ///   is not counted.
  func enter(_ client: IPAddress?) -> Bool? {
    let most = configuration.connections
    if take(.connection, client, connections, most: most) { return true }
    return take(.refusal, client, turnedAway, most: max(16, most / 4)) ? false : nil
  }

  /// A connection is closed.
  func leave(_ newcomer: Newcomer) {
    if newcomer.isAdmitted {
      connections.subtract(1, ordering: .relaxed)
      shares.give(.connection, newcomer.client)
    } else {
      turnedAway.subtract(1, ordering: .relaxed)
      shares.give(.refusal, newcomer.client)
    }
  }

  /// Counts a body that begins, for its client too.
  ///
  /// - Returns: nil where as many as may be are on their way, of all or of its client; then it is not counted.
  func beginBody(_ client: IPAddress?) -> BodyPlace? {
    guard shares.take(.body, client) else { return nil }
    guard Self.take(bodies, most: configuration.bodies) else {
      shares.give(.body, client)
      return nil
    }
    if Self.take(newBodies, most: max(1, configuration.bodies / 2)) { return .new }
    bodies.subtract(1, ordering: .relaxed)
    return .pending
  }

  /// A body that was counted has moved.
  ///
  /// - Returns: the place that it has now; nil where it had none, and there is none.
  func moveBody(_ place: BodyPlace) -> BodyPlace? {
    switch place {
    case .pending: return Self.take(bodies, most: configuration.bodies) ? .moving : nil
    case .new:
      newBodies.subtract(1, ordering: .relaxed)
      return .moving
    case .moving: return .moving
    }
  }

  /// A body that was counted ends.
  func endBody(_ place: BodyPlace, _ client: IPAddress?) {
    if case .new = place { newBodies.subtract(1, ordering: .relaxed) }
    if case .pending = place {} else { bodies.subtract(1, ordering: .relaxed) }
    shares.give(.body, client)
  }

  /// Takes one of the client's and one of everybody's, or none.
  private func take(
    _ kind: Shares.Kind, _ client: IPAddress?, _ count: borrowing Atomic<Int>, most: Int
  ) -> Bool {
    guard shares.take(kind, client) else { return false }
    if Self.take(count, most: most) { return true }
    shares.give(kind, client)
    return false
  }

  private static func take(_ count: borrowing Atomic<Int>, most: Int) -> Bool {
    if count.add(1, ordering: .relaxed).newValue <= most { return true }
    count.subtract(1, ordering: .relaxed)
    return false
  }

  /// 503 with `Retry-After`; the connection ends behind it.
  ///
  /// - Parameter wait: how long who sends too much has to wait; nil where there is no room, for it or for all.
  func busy(_ wait: Duration? = nil) -> Response {
    var response = configuration.problem(
      503, "service.busy",
      wait == nil ? "the server has no room" : "too many uploads in a minute came from there")
    let seconds = wait.map { Int(($0 / .seconds(1)).rounded(.up)) }
    response.fields["Retry-After"] = String(max(1, seconds ?? configuration.retryAfter))
    response.closes = true
    return response
  }
}
