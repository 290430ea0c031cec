package import Foundation

/// A form's request, checked: where it goes, the fields of its header, and its body.
package struct UploadRequest: Sendable {
  /// `http` or `https`, with a host and without a user.
  package let url: URL
  /// The method's name.
  package let method: String
  /// The fields of the header by their names, but for the body's length.
  package let fields: [String: String]
  /// What is sent.
  package let body: UploadBody

  /// Checks what a request is made of.
  ///
  /// - Throws: `UploadError.Code.badURL`, `.badHeader`.
  package init(
    to url: URL, method: String = "POST", headers: [String: String] = [:], body: UploadBody
  ) throws(UploadError) {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false else {
      throw UploadError(.badURL, "the address is not http:// or https:// with a host")
    }
    guard url.user == nil, url.password == nil else {
      throw UploadError(.badURL, "the address has a user in it")
    }
    guard HeaderField.isToken(method) else {
      throw UploadError(.badHeader, "the method is no word")
    }
    for (name, value) in headers {
      guard HeaderField.isToken(name), HeaderField.isValue(value) else {
        throw UploadError(.badHeader, "a header has a character that none can carry")
      }
    }
    self.url = url
    self.method = method
    // Names are the same in whatever case, and the body's type is the body's.
    fields = headers.filter { $0.key.lowercased() != "content-type" }
      .merging(["Content-Type": body.contentType]) { $1 }
    self.body = body
  }

  /// The same, with what goes along with each try.
  ///
  /// - Parameters:
  ///   - url: where it goes.
  ///   - method: the method's name.
  ///   - headers: more fields of the header.
  ///   - token: the bearer token (RFC 6750, 2.1); nil for none.
  ///   - key: the value of `Idempotency-Key`.
  ///   - body: what is sent.
  /// - Throws: `UploadError.Code.badURL`, `.badHeader`.
  package init(
    to url: URL, method: String = "POST", headers: [String: String] = [:], token: String?,
    key: String, body: UploadBody
  ) throws(UploadError) {
    var headers = headers
    if let token {
      guard !token.isEmpty, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw UploadError(.badHeader, "a token is of visible characters alone")
      }
      headers["Authorization"] = "Bearer \(token)"
    }
    headers["Idempotency-Key"] = key
    try self.init(to: url, method: method, headers: headers, body: body)
  }
}
