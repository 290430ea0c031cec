public import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

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
  public static let mostAnswerBytes = 1 << 20

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
    let request = try request(body)
    let spool = try Spool(body, in: temporaryFolder)
    defer { withExtendedLifetime(spool) {} }
    var attempt = 1
    while true {
      let number = attempt
      let exchange = Exchange(mostBytes: Self.mostAnswerBytes) {
        progress(UploadProgress(sent: $0, total: body.contentLength, attempt: number))
      }
      let outcome = await exchange.send(request, file: spool.file, configuration: configuration)
      let isLast = attempt >= max(1, retries.tries)
      var asked: String?
      switch outcome {
      case .answered(let response, let data):
        let answer = UploadAnswer(response, data, tries: attempt)
        if isLast || !UploadRetries.isPassing(answer.status) { return answer }
        asked = answer.fields["retry-after"]
      case .failed(let code):
        if isLast || !code.mayPass { throw UploadError(.unreachable, code.words) }
      case .tooLong: throw UploadError(.answerTooLong, "the answer is longer than 1 MiB")
      case .cancelled: throw Self.cancelled
      }
      let pause = retries.pause(after: attempt, asked: asked, now: Date(), using: &random)
      do { try await Task.sleep(nanoseconds: UInt64(pause * 1_000_000_000)) } catch {
        throw Self.cancelled
      }
      attempt += 1
    }
  }

  private static let cancelled = UploadError(.cancelled, "the upload was cancelled")

  private func request(_ body: UploadBody) throws(UploadError) -> URLRequest {
    var headers = headers
    if let token {
      guard !token.isEmpty, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw UploadError(.badHeader, "a token is of visible characters alone")
      }
      headers["Authorization"] = "Bearer \(token)"
    }
    headers["Idempotency-Key"] = key
    return try body.head(to: url, method: method, headers: headers)
  }

  private var configuration: URLSessionConfiguration {
    // Nothing is kept: no cookie, no cache, no password.
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    return configuration
  }
}

extension UploadAnswer {
  init(_ response: HTTPURLResponse, _ data: Data, tries: Int) {
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String {
        fields[name.lowercased()] = value
      }
    }
    self.init(status: response.statusCode, fields: fields, body: data, tries: tries)
  }
}
