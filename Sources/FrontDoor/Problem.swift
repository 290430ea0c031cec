internal import HTTP
internal import Hooks
internal import Rules
internal import Service

/// Why a request was not done: an answer as RFC 9457 has it, with a code of ours.
struct Problem: Error {
  var status: Int
  /// What programs read, as "request.no_file".
  var code: String
  /// What people read.
  var detail: String
  /// The verdict, where a movie was judged.
  var verdict: Verdict?
  /// Seconds after which another try may do.
  var retryAfter: Int?
  /// The methods that would do.
  var allowed: [String] = []

  static func malformed(_ detail: String) -> Problem {
    Problem(status: 400, code: "request.malformed", detail: detail)
  }
  static func badParameter(_ detail: String) -> Problem {
    Problem(status: 400, code: "request.bad_parameter", detail: detail)
  }
  static let noFile = Problem(
    status: 400, code: "request.no_file",
    detail: "A movie is needed: a file part named video, the only file, or the body itself.")
  static let multipleFiles = Problem(
    status: 400, code: "request.multiple_files", detail: "One movie is taken at a time.")
  static let unauthorized = Problem(
    status: 401, code: "request.unauthorized",
    detail: "A token is needed: Authorization: Bearer TOKEN.")
  static let notFound = Problem(
    status: 404, code: "request.not_found", detail: "There is nothing here.")
  static let conflict = Problem(
    status: 409, code: "request.conflict",
    detail: "The idempotency key was used for another upload.")
  static let busy = Problem(
    status: 503, code: "service.busy", detail: "The service is busy; try again soon.",
    retryAfter: 5)
  static let diskFull = Problem(
    status: 507, code: "service.disk_full", detail: "The service has no room left.")
  static let fault = Problem(
    status: 500, code: "clipgate.fault", detail: "The service failed to do this.")
  static let notReady = Problem(
    status: 503, code: "service.busy", detail: "The clip is not ready yet.", retryAfter: 1)

  static func methodNotAllowed(_ allowed: [String]) -> Problem {
    Problem(
      status: 405, code: "request.method_not_allowed",
      detail: "This takes \(allowed.joined(separator: ", ")).", allowed: allowed)
  }

  /// A movie that is refused.
  init(refusing verdict: Verdict) {
    let reason = verdict.weightiest
    self.init(
      status: verdict.status, code: reason?.code.rawValue ?? "clipgate.fault",
      detail: reason?.message ?? "The movie was refused.", verdict: verdict)
  }

  init(
    status: Int, code: String, detail: String, verdict: Verdict? = nil, retryAfter: Int? = nil,
    allowed: [String] = []
  ) {
    self.status = status
    self.code = code
    self.detail = detail
    self.verdict = verdict
    self.retryAfter = retryAfter
    self.allowed = allowed
  }

  /// As it is sent.
  var response: Response {
    var response = Response(
      status: status, fields: ["Content-Type": "application/problem+json"],
      body: .bytes(JSONBody.bytes(document)))
    if status == 401 { response.fields["WWW-Authenticate"] = "Bearer" }
    if let retryAfter { response.fields["Retry-After"] = "\(retryAfter)" }
    if !allowed.isEmpty { response.fields["Allow"] = allowed.joined(separator: ", ") }
    return response
  }

  private var document: Document {
    Document(
      code: code, title: StatusLine.reason(of: status), status: status, detail: detail,
      verdict: verdict)
  }

  private struct Document: Encodable {
    var code: String
    var title: String
    var status: Int
    var detail: String
    @Nullable var verdict: Verdict?
  }
}

/// A document as the body of an answer: one line.
enum JSONBody {
  static func bytes(_ document: some Encodable) -> [UInt8] {
    // Only a number that is none can't be written, and no document here holds one.
    Array(((try? JSONLine.text(document)) ?? "{}").utf8) + [0x0A]
  }

  /// An answer that is a document.
  static func response(
    _ document: some Encodable, status: Int = 200, fields: HeaderFields = [:]
  ) -> Response {
    var fields = fields
    fields["Content-Type"] = "application/json"
    return Response(status: status, fields: fields, body: .bytes(bytes(document)))
  }
}
