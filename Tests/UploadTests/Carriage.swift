import Testing
import Upload

@testable import ClipgateSender

/// Who carries an upload: URLSession, as in apps, or libcurl, as in `clipgate-sender`.
enum Carriage: CaseIterable, CustomTestStringConvertible {
  case session
  case curl

  var testDescription: String { self == .session ? "URLSession" : "libcurl" }

  /// Sends a form as the upload is set.
  func send(
    _ form: UploadForm, _ upload: Upload,
    progress: @escaping @Sendable (UploadProgress) -> Void = { _ in }
  ) async throws(UploadError) -> UploadAnswer {
    guard self == .curl else { return try await upload.send(form, progress: progress) }
    var random = SystemRandomNumberGenerator()
    let request = try UploadRequest(
      to: upload.url, method: upload.method, headers: upload.headers, token: upload.token,
      key: upload.key, body: try form.body(using: &random))
    return try await upload.retries.send(
      request, by: TransferCarrier(patience: .seconds(upload.timeout)), using: &random,
      progress: progress)
  }
}
