public import Foundation
internal import Multipart

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A form laid out as a body of `multipart/form-data`: its type, its length, and ways to read it.
///
/// Nothing of a file is in memory but the piece that is read at the moment.
public struct UploadBody: Sendable {
  let layout: MultipartLayout
  let paths: [String]

  init(_ layout: MultipartLayout, paths: [String]) {
    self.layout = layout
    self.paths = paths
  }

  /// The value of `Content-Type`, with the boundary.
  public var contentType: String { layout.contentType }

  /// The value of `Content-Length`, in bytes, known before a file is read.
  public var contentLength: Int64 { layout.contentLength }

  /// Reads the body from its beginning, a piece at a time.
  public func reader() -> UploadReader { UploadReader(self) }

  /// The body as a stream, which is opened, read and closed by whoever sends it.
  public func stream() -> InputStream { UploadStream(self) }

  /// A request with the body as its stream, its type and its length.
  ///
  /// Apple's URLSession sends it with that length. The one of swift-corelibs-foundation sends every stream
  /// in chunks, whatever the length says, which some servers refuse: there `Upload` is the better way.
  ///
  /// - Throws: `UploadError.Code.badURL`, `.badHeader`.
  public func request(
    to url: URL, method: String = "POST", headers: [String: String] = [:]
  ) throws(UploadError) -> URLRequest {
    var request = try head(to: url, method: method, headers: headers)
    request.setValue("\(contentLength)", forHTTPHeaderField: "Content-Length")
    request.httpBodyStream = stream()
    return request
  }

  /// The request without its body and its length.
  func head(
    to url: URL, method: String, headers: [String: String]
  ) throws(UploadError) -> URLRequest {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false else {
      throw UploadError(.badURL, "the address is not http:// or https:// with a host")
    }
    guard url.user == nil, url.password == nil else {
      throw UploadError(.badURL, "the address has a user in it")
    }
    guard HeaderField.isToken(method) else {
      throw UploadError(.badHeader, "the method is no word")
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    for (name, value) in headers {
      guard HeaderField.isToken(name), HeaderField.isValue(value) else {
        throw UploadError(.badHeader, "a header has a character that none can carry")
      }
      request.setValue(value, forHTTPHeaderField: name)
    }
    request.setValue(contentType, forHTTPHeaderField: "Content-Type")
    return request
  }
}
