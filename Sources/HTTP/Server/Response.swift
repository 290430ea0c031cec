/// An answer to a request.
///
/// The server adds `Content-Length` or `Transfer-Encoding`, `Connection`, `Date`, `X-Request-Id` and
/// `X-Content-Type-Options`, and sends no body to HEAD. Control characters in a value are sent as blanks.
package struct Response: Sendable {
  /// What follows the header.
  package enum Body: Sendable {
    /// Nothing; `Content-Length` is 0 but for 204 and 304.
    case none
    /// These bytes.
    case bytes([UInt8])
    /// A part of a file.
    case file(FileBody)
    /// Server-sent events, until their source ends or the client is gone.
    case events(any EventSource)
  }

  /// 200 to 599.
  package var status: Int
  /// Its fields; those that the server adds replace such as are here.
  package var fields: HeaderFields
  /// What follows the header.
  package var body: Body
  /// Whether the connection ends behind the answer, whatever the client wants.
  package var closes: Bool

  /// An answer.
  package init(
    status: Int, fields: HeaderFields = [:], body: Body = .none, closes: Bool = false
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.closes = closes
  }
}
