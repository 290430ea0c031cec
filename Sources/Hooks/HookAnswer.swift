internal import FoundationEssentials
package import Rules

/// What tusd is answered: one document of JSON (tusd 2, `HookResponse`), never longer than tusd reads.
package enum HookAnswer: Sendable, Equatable {
  /// tusd goes on.
  case nothing
  /// The upload is refused. tusd hands on what its client is to read: a problem (RFC 9457) with the verdict, as the service's own
  /// routes have it.
  ///
  /// Before there is an upload tusd looks at `RejectUpload`, and behind its last byte at `HTTPResponse` alone; both are always there.
  case refusal(Verdict)
  /// The upload has become a clip, whose URL this is.
  case clip(String)

  /// tusd reads no more of an answer by HTTP, the end of a line behind it among them.
  package static let mostBytes = 5 * 1024

  /// The document, without the end of a line, for which there is room.
  package var json: [UInt8] {
    switch self {
    case .nothing: return Array("{}".utf8)
    case .clip(let url):
      let document = Self.encoded(Document(response: Document.Response(header: ["Location": url])))
      return document.count < Self.mostBytes ? document : Array("{}".utf8)
    case .refusal(let verdict): return Self.fitting(verdict)
    }
  }

  /// The refusal with as much of its verdict as there is room for.
  private static func fitting(_ whole: Verdict) -> [UInt8] {
    var verdict = whole
    var document = encoded(verdict, status: whole.status)
    for shortening in Shortening.allCases where document.count >= mostBytes {
      shortening.shorten(&verdict)
      document = encoded(verdict, status: whole.status)
    }
    return document
  }

  private static func encoded(_ verdict: Verdict, status: Int) -> [UInt8] {
    let reason = verdict.weightiest
    let problem = Problem(
      code: reason?.code.rawValue ?? "clipgate.fault", title: title(of: status), status: status,
      detail: reason?.message ?? "The movie was refused.", verdict: verdict)
    return encoded(
      Document(
        response: Document.Response(
          status: status, body: String(decoding: encoded(problem), as: UTF8.self),
          header: ["Content-Type": "application/problem+json"]), rejects: true))
  }

  private static func encoded(_ document: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only a number that is none can't be written, and no document here holds one.
    return Array((try? encoder.encode(document)) ?? Data("{}".utf8))
  }

  /// The reason phrase of a refusal's status (RFC 9110, 15.5).
  package static func title(of status: Int) -> String {
    switch status {
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    default: "Unprocessable Content"
    }
  }

  /// A refusal as the client reads it.
  private struct Problem: Encodable {
    var code: String
    var title: String
    var status: Int
    var detail: String
    var verdict: Verdict
  }

  /// What tusd reads; what is absent is left out, as it expects.
  private struct Document: Encodable {
    struct Response: Encodable {
      var status: Int?
      var body: String?
      var header: [String: String]

      enum CodingKeys: String, CodingKey {
        case status = "StatusCode"
        case body = "Body"
        case header = "Header"
      }
    }

    var response: Response
    var rejects: Bool?

    enum CodingKeys: String, CodingKey {
      case response = "HTTPResponse"
      case rejects = "RejectUpload"
    }
  }
}
