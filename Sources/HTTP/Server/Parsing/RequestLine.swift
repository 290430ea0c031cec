/// A request's first line: method, target, version (RFC 9112, 3).
struct RequestLine: Sendable {
  let method: String
  let target: RequestTarget
  let minorVersion: Int

  /// - Parameter line: without its end; visible bytes and blanks.
  init(_ line: [UInt8]) throws(RequestFault) {
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3 else { throw .malformed("the request line has not three words") }
    let version = words[2]
    // HTTP/2 and later begin otherwise, HTTP/0.9 has no version.
    guard version.count == 8, version.starts(with: "HTTP/1.".utf8), let last = version.last,
      last.isDigit
    else { throw .malformed("the version is not HTTP/1.0 or HTTP/1.1") }
    method = String(decoding: words[0], as: UTF8.self)
    target = try RequestTarget(words[1], method: method)
    minorVersion = last == UInt8(ascii: "0") ? 0 : 1
  }

  /// A head whose fields were not held against each other: it says nothing of a body or a host.
  func unchecked(with fields: [(name: String, value: String)]) -> RequestHead {
    var all = HeaderFields()
    for (name, value) in fields { all.append(name, value) }
    return RequestHead(
      method: method, path: target.path, query: target.query, fields: all, host: nil,
      contentLength: nil, isChunked: false, minorVersion: minorVersion)
  }

  /// Holds the fields against each other: where the body ends must be said once, and in one way
  /// (RFC 9112, 6.1 to 6.3).
  func head(with fields: [(name: String, value: String)]) throws(RequestFault) -> RequestHead {
    var all = HeaderFields()
    for (name, value) in fields { all.append(name, value) }
    let host = try host(all.values("Host"))
    let isChunked = try isChunked(all.values("Transfer-Encoding"))
    let contentLength = try contentLength(all.values("Content-Length"))
    guard !isChunked || contentLength == nil else {
      throw .malformed("both Content-Length and Transfer-Encoding are there")
    }
    return RequestHead(
      method: method, path: target.path, query: target.query, fields: all,
      host: host.isEmpty ? nil : host, contentLength: contentLength, isChunked: isChunked,
      minorVersion: minorVersion)
  }

  private func host(_ values: [String]) throws(RequestFault) -> String {
    guard values.count <= 1, minorVersion == 0 || values.count == 1 else {
      throw .malformed("there is not one Host")
    }
    let host = values.first ?? ""
    guard host.isEmpty || RequestTarget.isAuthority(host.utf8) else {
      throw .malformed("the Host is none")
    }
    if let authority = target.authority, authority.lowercased() != host.lowercased() {
      throw .malformed("the target and Host name two hosts")
    }
    return host
  }

  private func isChunked(_ values: [String]) throws(RequestFault) -> Bool {
    guard let value = values.first else { return false }
    guard values.count == 1, minorVersion > 0, value.lowercased() == "chunked" else {
      throw .malformed("the Transfer-Encoding is not chunked alone")
    }
    return true
  }

  private func contentLength(_ values: [String]) throws(RequestFault) -> Int64? {
    guard let value = values.first else { return nil }
    // 18 digits are less than 2 to the 63rd.
    guard values.count == 1, 1...18 ~= value.utf8.count, value.utf8.allSatisfy(\.isDigit),
      let length = Int64(value)
    else { throw .malformed("the Content-Length is not one number") }
    return length
  }
}
