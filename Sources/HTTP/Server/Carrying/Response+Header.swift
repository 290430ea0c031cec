extension Response {
  /// How a body ends for the client.
  enum Framing: Sendable, Equatable {
    /// It has so many bytes.
    case counted(Int64)
    /// It comes in chunks.
    case chunked
    /// It ends with the connection.
    case closing
    /// There is none, and no length is told: 204, 304 and what HEAD can't know.
    case bare
  }

  /// Says to a source of events that is not sent that nobody listens.
  func giveUp() {
    if case .events(let source) = body { source.close() }
  }

  /// How the body is sent in answer to a request.
  func framing(minorVersion: Int, isHead: Bool) -> Framing {
    switch body {
    case _ where status == 204 || (100..<200).contains(status): .bare
    case .none: status == 304 ? .bare : .counted(0)
    case .bytes(let bytes): .counted(Int64(bytes.count))
    case .file(let file): .counted(file.count)
    case .events: isHead ? .bare : minorVersion > 0 ? .chunked : .closing
    }
  }

  /// The status line and the fields, with those that are the server's, and the empty line.
  func header(_ framing: Framing, id: String, closes: Bool) -> [UInt8] {
    var fields = fields
    for name in ["Connection", "Transfer-Encoding", "Content-Length"] { fields[name] = nil }
    switch framing {
    case .counted(let count): fields["Content-Length"] = String(count)
    case .chunked: fields["Transfer-Encoding"] = "chunked"
    case .closing, .bare: break
    }
    if closes { fields["Connection"] = "close" }
    fields["Date"] = HTTPDate.now
    fields["X-Request-Id"] = id
    fields["X-Content-Type-Options"] = "nosniff"
    var bytes = Array("HTTP/1.1 \(status) \(StatusLine.reason(of: status))\r\n".utf8)
    for (name, value) in fields.all where !name.isEmpty && name.utf8.allSatisfy(\.isToken) {
      bytes += name.utf8
      bytes += ": ".utf8
      // A line end in a value would begin a field of somebody else's making.
      bytes += value.utf8.map { $0.isFieldContent ? $0 : 0x20 }
      bytes += "\r\n".utf8
    }
    return bytes + "\r\n".utf8
  }
}
