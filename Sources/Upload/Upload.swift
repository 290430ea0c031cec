public import Foundation
public import UploadForms

/// Sends a form to a server and gives its answer.
///
/// The body is laid down in a temporary file first and sent from there with its length, a piece at a time;
/// so memory does not grow with it, and tries that follow send the same bytes. No redirection is followed.
public struct Upload: Sendable {
  /// Where it is sent, `http` or `https`.
  public var url: URL
  /// The method; `POST` by default.
  public var method = "POST"
  /// More fields of the request's header.
  public var headers: [String: String] = [:]
  /// The bearer token (RFC 6750, 2.1), or nil.
  public var token: String?
  /// The value of `Idempotency-Key`, the same for all tries; random by default.
  public var key = UUID().uuidString.lowercased()
  /// How often it is tried.
  public var retries = UploadRetries()
  /// How long nothing may happen before a try is given up, in seconds.
  public var timeout: Double = 120
  /// Where the body lies while it is sent.
  public var temporaryFolder = FileManager.default.temporaryDirectory

  /// The longest answer that is taken: 1 MiB.
  public static let mostAnswerBytes = UploadAnswer.mostBytes

  public init(to url: URL) { self.url = url }

  /// Sends the form.
  ///
  /// - Parameters:
  ///   - form: the texts and files.
  ///   - random: where the chance of boundary and pauses comes from.
  ///   - progress: told what has been sent, on a thread of URLSession's.
  /// - Returns: the server's answer, refusals too.
  /// - Throws: `UploadError`; `.unreachable` where no try had an answer.
  public func send(
    _ form: UploadForm, using random: some RandomNumberGenerator = SystemRandomNumberGenerator(),
    progress: @escaping @Sendable (UploadProgress) -> Void = { _ in }
  ) async throws(UploadError) -> UploadAnswer {
    var random = random
    let body = try form.body(using: &random)
    let request = try UploadRequest(
      to: url, method: method, headers: headers, token: token, key: key, body: body)
    let carrier = URLSessionCarrier(
      spool: try Spool(body, in: temporaryFolder), timeout: timeout)
    return try await retries.send(request, by: carrier, using: &random, progress: progress)
  }
}
