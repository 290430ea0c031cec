/// What a request is about (RFC 9112, 3.2): a path and a query.
struct RequestTarget: Sendable {
  let path: String
  let query: [(name: String, value: String)]
  /// The host that an absolute form names; nil for the other forms.
  let authority: String?

  /// - Parameter bytes: visible ones.
  init(_ bytes: ArraySlice<UInt8>, method: String) throws(RequestFault) {
    var rest = bytes
    if bytes.elementsEqual("*".utf8), method == "OPTIONS" {
      (path, query, authority) = ("*", [], nil)
      return
    }
    if let scheme = Self.scheme(of: bytes) {
      rest = rest.dropFirst(scheme)
      let host = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      rest = rest.dropFirst(host.count)
      guard Self.isAuthority(host) else { throw .malformed("the target names no host") }
      authority = String(decoding: host, as: UTF8.self)
    } else {
      // CONNECT's form, `host:port`, is for proxies.
      guard rest.first == UInt8(ascii: "/") else { throw .malformed("the target is no path") }
      authority = nil
    }
    guard !rest.contains(UInt8(ascii: "#")) else { throw .malformed("the target has a fragment") }
    let pathBytes = rest.prefix { $0 != UInt8(ascii: "?") }
    path = pathBytes.isEmpty ? "/" : try Self.decoded(pathBytes, form: false)
    query = try Self.query(rest.dropFirst(pathBytes.count + 1))
  }

  /// Whether bytes are a host with or without a port: a name of letters, digits, `-`, `.`, `_` and `~`, or an
  /// address; no user.
  static func isAuthority(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    let host: ArraySlice<UInt8>
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), end > 1,
        bytes[1..<end].allSatisfy({
          $0.hexadecimal != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        })
      else { return false }
      host = bytes[...end]
    } else {
      host = bytes.prefix {
        $0 != UInt8(ascii: ":") && $0.isToken && !"!#$%&'*+^`|".utf8.contains($0)
      }
    }
    let port = bytes[host.endIndex...]
    guard !host.isEmpty, host.count <= 255 else { return false }
    return port.isEmpty
      || (port.first == UInt8(ascii: ":") && port.count <= 6
        && port.dropFirst().allSatisfy(\.isDigit))
  }

  /// How many bytes `http://` or `https://` takes.
  private static func scheme(of bytes: ArraySlice<UInt8>) -> Int? {
    ["http://", "https://"].first {
      String(decoding: bytes.prefix($0.utf8.count), as: UTF8.self).lowercased() == $0
    }?.utf8.count
  }

  private static func query(
    _ bytes: ArraySlice<UInt8>
  ) throws(RequestFault) -> [(name: String, value: String)] {
    var pairs: [(name: String, value: String)] = []
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      let value = pair.dropFirst(name.count + 1)
      pairs.append((try decoded(name, form: true), try decoded(value, form: true)))
    }
    return pairs
  }

  /// Takes the percent signs away, once.
  ///
  /// - Parameter form: whether `+` is a blank.
  private static func decoded(
    _ bytes: ArraySlice<UInt8>, form: Bool
  ) throws(RequestFault) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst()?.hexadecimal, let low = rest.popFirst()?.hexadecimal else {
          throw .malformed("the target has a percent sign without two digits")
        }
        decoded.append(high << 4 | low)
      } else {
        decoded.append(form && byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    guard !decoded.contains(0), let text = String(validating: decoded, as: UTF8.self) else {
      throw .malformed("the target is not UTF-8, or has a NUL")
    }
    return text
  }
}
