internal import Addresses
internal import Synchronization

/// What each client has of what there is for all, so that none has everything.
///
/// Who has nothing and sent nothing costly of late is not remembered. The rest is bounded: those who have
/// something by the server's own bounds, the others by `mostIdle`, of which the longest idle are forgotten.
final class Shares: Sendable {
  /// What there is a bound of.
  enum Kind { case connection, refusal, body }

  private struct Share {
    var connections = 0, refusals = 0, bodies = 0
    /// Costly requests that were not yet made up for by time.
    var spent = 0.0
    /// When `spent` was right.
    var last: Instant

    var isIdle: Bool { connections == 0 && refusals == 0 && bodies == 0 }

    subscript(kind: Kind) -> Int {
      get {
        switch kind {
        case .connection: connections
        case .refusal: refusals
        case .body: bodies
        }
      }
      set {
        switch kind {
        case .connection: connections = newValue
        case .refusal: refusals = newValue
        case .body: bodies = newValue
        }
      }
    }
  }

  /// A share takes some 100 bytes.
  private static let mostIdle = 4096
  /// How many connections of a client that has too many are told so in peace.
  private static let refusals = 8

  private let most: (connections: Int, bodies: Int)
  private let perMinute: Int?
  private let table = Mutex<[IPAddress: Share]>([:])

  init(_ configuration: ServerConfiguration) {
    most = (
      configuration.connectionsPerAddress ?? .max, configuration.bodiesPerAddress ?? .max
    )
    perMinute = configuration.uploadsPerMinute
  }

  /// How many are remembered.
  var count: Int { table.withLock { $0.count } }

  /// Takes one more of something for a client; nil is one without bounds.
  ///
  /// - Returns: false where it has as many as it may have, and has got none.
  func take(_ kind: Kind, _ client: IPAddress?, now: Instant = .now) -> Bool {
    guard let client else { return true }
    let bound =
      switch kind {
      case .connection: most.connections
      case .refusal: Self.refusals
      case .body: most.bodies
      }
    return table.withLock { table in
      var share = table[client] ?? Share(last: now)
      guard share[kind] < bound else { return false }
      share[kind] += 1
      table[client] = share
      shrink(&table, now)
      return true
    }
  }

  /// Gives back what was taken.
  func give(_ kind: Kind, _ client: IPAddress?, now: Instant = .now) {
    guard let client else { return }
    table.withLock { table in
      guard var share = table[client] else { return }
      share[kind] -= 1
      settle(&share, now)
      table[client] = share.isIdle && share.spent == 0 ? nil : share
    }
  }

  /// Counts a request that costs something: as many as a minute allows at once, and then as fast as time
  /// makes up for them.
  ///
  /// - Returns: nil where it may be done; how long to wait where it is one too many.
  func spend(_ client: IPAddress?, now: Instant = .now) -> Duration? {
    guard let client, let perMinute else { return nil }
    return table.withLock { table in
      var share = table[client] ?? Share(last: now)
      settle(&share, now)
      let excess = share.spent + 1 - Double(perMinute)
      if excess <= 0 { share.spent += 1 }
      // Who is refused was here, too, and is not the next to be forgotten.
      table[client] = share
      shrink(&table, now)
      return excess <= 0 ? nil : .seconds(excess * 60 / Double(perMinute))
    }
  }

  private func settle(_ share: inout Share, _ now: Instant) {
    let passed = max(0, share.last.duration(to: now) / .seconds(1))
    share.spent = max(0, share.spent - passed * Double(perMinute ?? 0) / 60)
    share.last = max(share.last, now)
  }

  /// Forgets a quarter at a time, so that it costs little for each that comes.
  private func shrink(_ table: inout [IPAddress: Share], _ now: Instant) {
    guard table.count > Self.mostIdle else { return }
    var idle: [(client: IPAddress, last: Instant)] = []
    for (client, var share) in table where share.isIdle {
      let last = share.last
      settle(&share, now)
      if share.spent == 0 { table[client] = nil } else { idle.append((client, last)) }
    }
    guard table.count > Self.mostIdle * 3 / 4 else { return }
    idle.sort { $0.last < $1.last }
    for (client, _) in idle.prefix(table.count - Self.mostIdle * 3 / 4) { table[client] = nil }
  }
}
