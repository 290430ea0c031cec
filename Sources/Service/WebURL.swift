/// An address of http or https, as an operator or a caller gives it, taken apart (RFC 3986, 3).
///
/// Each that the programs are given is read here: where messages go, what a service's own addresses begin
/// with, whom a hook is handed on to, and where a movie is sent.
package struct WebURL: Codable, Sendable, Equatable {
  /// As it was given.
  package let text: String

  /// Reads a URL of http or https with a host, in printable ASCII.
  ///
  /// - Returns: nil for what is none, and for one with a user or a password in it, which would be a secret
  ///   in a place that people read.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ (33...126).contains($0) }), !text.contains("\\"),
      let authority = Parts(text)?.authority, !authority.contains("@"),
      let first = authority.first, first != ":"
    else { return nil }
    self.text = text
  }

  /// Scheme, host and port: what may be told; a path or a query may hold what is to be kept.
  package var origin: String {
    Parts(text).map { "\($0.scheme)\($0.authority)".lowercased() } ?? ""
  }

  /// The path, percent-encoded; empty where there is none.
  package var path: String { Parts(text).map { String($0.path) } ?? "" }

  /// Whether it has a query, an empty one too.
  package var hasQuery: Bool { Parts(text)?.rest.first == "?" }

  /// Whether it has a fragment, which no server sees.
  package var hasFragment: Bool { text.contains("#") }

  /// Another path in the place of this one's, and no fragment.
  ///
  /// - Parameter path: begins with a slash.
  package func with(path: String) -> String {
    guard let parts = Parts(text) else { return text }
    return "\(text.prefix(parts.scheme.count))\(parts.authority)\(path)"
      + parts.rest.prefix { $0 != "#" }
  }

  /// Whether what is sent can be read on its way to another machine.
  package var isExposed: Bool {
    guard let parts = Parts(text), parts.scheme == "http://" else { return false }
    let host =
      parts.authority.first == "["
      ? parts.authority.dropFirst().prefix { $0 != "]" } : parts.authority.prefix { $0 != ":" }
    return !ListenAddress(host: host.lowercased(), port: 0).isLoopback
  }

  private struct Parts {
    let scheme: String
    let authority: Substring
    let path: Substring
    /// Query and fragment, with the marks before them.
    let rest: Substring

    init?(_ text: String) {
      guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
      else { return nil }
      self.scheme = scheme
      let behind = text.dropFirst(scheme.count)
      authority = behind.prefix { !"/?#".contains($0) }
      path = behind[authority.endIndex...].prefix { !"?#".contains($0) }
      rest = behind[path.endIndex...]
    }
  }
}
