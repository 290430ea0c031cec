public import Foundation
public import UploadForms

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// The body for sessions of Foundation.
extension UploadBody {
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
    var request = URLRequest(
      try UploadRequest(to: url, method: method, headers: headers, body: self))
    request.setValue("\(contentLength)", forHTTPHeaderField: "Content-Length")
    request.httpBodyStream = stream()
    return request
  }
}

extension URLRequest {
  /// The request without its body and its length.
  init(_ request: UploadRequest) {
    self.init(url: request.url)
    httpMethod = request.method
    for (name, value) in request.fields { setValue(value, forHTTPHeaderField: name) }
  }
}
