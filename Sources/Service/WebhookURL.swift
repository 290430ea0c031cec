/// Where messages about clips are sent, as the operator has configured it.
package struct WebhookURL: Codable, Sendable, Equatable {
  /// As it was given.
  package let text: String

  /// Reads a URL of http or https with a host, in printable ASCII; nil for what is none, for one with a
  /// user or a password in it, which would be a secret in a place that people read, and for one with a
  /// fragment, which no server sees.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ (33...126).contains($0) }), !text.contains("#"),
      !text.contains("\\"), let (_, authority) = Self.parts(text), !authority.contains("@"),
      let first = authority.first, first != ":"
    else { return nil }
    self.text = text
  }

  /// Scheme, host and port: what may be told; a path or a query may hold what is to be kept.
  package var origin: String {
    Self.parts(text).map { "\($0.scheme)\($0.authority)".lowercased() } ?? ""
  }

  /// Whether what is sent can be read on its way to another machine.
  package var isExposed: Bool {
    guard let (scheme, authority) = Self.parts(text), scheme == "http://" else { return false }
    let host =
      authority.first == "["
      ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
    return !ListenAddress(host: host.lowercased(), port: 0).isLoopback
  }

  private static func parts(_ text: String) -> (scheme: String, authority: Substring)? {
    guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
    else { return nil }
    return (scheme, text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" })
  }
}
