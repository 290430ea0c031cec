/// What a request says before its body: the request line and the fields (RFC 9112, 3 and 5).
package struct RequestHead: Sendable {
  /// A token as it came, as "POST"; methods are told apart by case.
  package let method: String
  /// The path, percent-decoded once; it begins with a slash, but for `*` of `OPTIONS *`.
  ///
  /// It has no NUL and is UTF-8. `..` is a name like any other, and `%2F` is a slash.
  package let path: String
  /// The query's names and values in their order, decoded as HTML forms are: `+` is a blank.
  package let query: [(name: String, value: String)]
  /// All fields, the framing ones too; a request with two of `Host` or `Content-Length` does not get here.
  package let fields: HeaderFields
  /// What `Host` says, as "clips.example:8080"; nil where HTTP/1.0 has none, or it is empty.
  package let host: String?
  /// Bytes of the body by `Content-Length`; nil where the request has none, or is chunked.
  package let contentLength: Int64?
  /// Whether the body comes in chunks, so that nobody knows its size before it ends.
  package let isChunked: Bool
  /// The minor number of HTTP/1: 0, or 1 for what is later too.
  package let minorVersion: Int
  /// Whether the connection comes from this machine or a trusted proxy, whose word about the client's own
  /// connection counts.
  package internal(set) var isFromFront = false
  /// Whether it came by TLS to this server itself.
  package internal(set) var isEncrypted = false
  /// Where the connection comes from, as "192.0.2.1" or "2001:db8::1", without a port.
  package internal(set) var clientAddress = ""

  /// Whether bytes may follow the head.
  package var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }

  /// The first value of a name in the query; nil where it is not there.
  package func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// Whether the client wants to hear from us before it sends the body (RFC 9110, 10.1.1).
  var expectsContinue: Bool { minorVersion > 0 && fields.tokens("Expect").contains("100-continue") }

  /// Whether the connection may carry another request: HTTP/1.1 without `Connection: close`.
  var keepsAlive: Bool { minorVersion > 0 && !fields.tokens("Connection").contains("close") }
}
