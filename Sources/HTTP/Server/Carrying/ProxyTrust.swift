internal import Addresses

/// Who is believed about whom it asks for.
struct ProxyTrust: Sendable {
  let proxies: [AddressRange]
  let exemptsLoopback: Bool

  /// Whose share a connection takes; nil for whom there are no bounds: this machine, and proxies, behind
  /// which are many.
  func client(of peer: IPAddress?) -> IPAddress? {
    guard let peer, !(exemptsLoopback && peer.isLoopback), !isProxy(peer) else { return nil }
    return peer.subscriber
  }

  /// Whether what it says of a client's connection is believed.
  func isProxy(_ peer: IPAddress) -> Bool { proxies.contains { $0.contains(peer) } }

  /// Whom a request that came over a connection is from, by `X-Forwarded-For`.
  ///
  /// Each proxy adds whom it heard it from, so that the last who is no proxy of ours is the client, and
  /// what stands before it is whatever that client liked to write. Where a proxy names nobody, it answers for
  /// the request itself.
  ///
  /// - Returns: nil where the connection is no proxy's, or nothing is said.
  func origin(_ peer: IPAddress?, _ fields: HeaderFields) -> IPAddress? {
    guard let peer, isProxy(peer) else { return nil }
    let hops = fields.values("X-Forwarded-For").flatMap { $0.split(separator: ",") }
    guard !hops.isEmpty else { return nil }
    var origin = peer
    for hop in hops.reversed() {
      guard let address = Self.address(hop) else { break }
      origin = address
      guard isProxy(address) else { break }
    }
    return origin
  }

  /// An address as proxies write it: bare, in brackets, or with a port.
  private static func address(_ hop: Substring) -> IPAddress? {
    var text = hop.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    if text.first == "[" {
      return IPAddress(text.dropFirst().prefix { $0 != "]" })
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return IPAddress(parts.count == 2 ? parts[0] : text)
  }
}
