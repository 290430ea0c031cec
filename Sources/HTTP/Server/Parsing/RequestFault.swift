/// Why a request is not taken: it is not what RFC 9112 says, says it in two ways, or is too much.
struct RequestFault: Error, Equatable, Sendable {
  /// 400 or 431.
  let status: Int
  /// As "request.malformed".
  let code: String
  /// In words of ours; nothing of the request is in it.
  let detail: String

  /// 400.
  static func malformed(_ detail: String) -> Self {
    Self(status: 400, code: "request.malformed", detail: detail)
  }

  /// 431 (RFC 6585, 5).
  static func tooLarge(_ detail: String) -> Self {
    Self(status: 431, code: "request.head_too_large", detail: detail)
  }
}
