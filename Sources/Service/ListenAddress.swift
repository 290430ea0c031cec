/// Where a server listens: a host and a port, as `--listen HOST:PORT` has them.
package struct ListenAddress: Codable, Sendable, Hashable {
  /// A name or an address, without the brackets that an IPv6 address has in `text`.
  package let host: String
  /// 0 for any free one.
  package let port: UInt16

  /// Where nobody says otherwise: `127.0.0.1:8080`.
  package static let standard = ListenAddress(host: "127.0.0.1", port: 8080)

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads `HOST:PORT`; an IPv6 address stands in brackets, as in a URL (RFC 3986, 3.2.2).
  ///
  /// - Parameter text: as people write it.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let port = UInt16(digits)
    else { return nil }
    var host = text[..<colon]
    if host.first == "[" {
      guard host.last == "]" else { return nil }
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, !host.utf8.contains(where: { $0 <= 32 || $0 == 127 }) else { return nil }
    self.init(host: String(host), port: port)
  }

  /// Whether only this machine reaches it; a name other than `localhost` is taken for any address.
  package var isLoopback: Bool {
    host == "localhost" || host == "::1" || Self.isLoopback4(host)
  }

  /// As it is written.
  package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// 127.0.0.0/8 (RFC 1122, 3.2.1.3).
  private static func isLoopback4(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
