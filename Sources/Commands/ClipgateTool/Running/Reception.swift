internal import Foundation
internal import Rules
internal import Service

/// What a server said to a movie, whichever server it is.
///
/// A Clipgate service answers with a clip or a problem document, whose reasons are its own words; of
/// another server the status alone counts.
struct Reception {
  /// The status of HTTP.
  let status: Int
  /// How often the movie was sent.
  let tries: Int
  /// The answer, where it is JSON.
  let document: JSONValue?
  private let known: Known

  init(_ answer: SendNews.Answer) {
    let data = Data(answer.body.utf8)
    status = answer.status
    tries = answer.tries
    document = try? JSONDecoder().decode(JSONValue.self, from: data)
    known = (try? JSONDecoder().decode(Known.self, from: data)) ?? Known()
  }

  /// Where the clip is to be found, where the server says so.
  var address: String? { known.address }

  /// Whether the movie was taken.
  var isAccepted: Bool { 200...299 ~= status && known.verdict?.accepted != false }

  /// Why it was not taken.
  ///
  /// - Returns: at least one reason, in the server's words where it has any.
  var reasons: [Reason] {
    if let reasons = known.verdict?.reasons, !reasons.isEmpty { return reasons }
    let code = known.code.map { Reason.Code(rawValue: $0) } ?? .serverRefused
    return [Reason(code, message: known.detail ?? known.title ?? standardMessage)]
  }

  /// That the server could not do it now, which says nothing of the movie; nil for every other answer.
  var failure: Failure? {
    guard status >= 500 || status == 408 || status == 429 else { return nil }
    let code = known.code.map { Reason.Code(rawValue: $0) } ?? .serverUnavailable
    let why = known.detail ?? known.title ?? standardMessage
    return Failure(reason: Reason(code, message: why), status: .files)
  }

  private var standardMessage: String {
    300...399 ~= status
      ? "The server answers \(status) and sends elsewhere, which is not followed."
      : "The server answers \(status)."
  }

  /// What this program understands of an answer; each key by itself, since they are a stranger's.
  private struct Known: Decodable {
    var verdict: Verdict?
    var code: String?
    var title: String?
    var detail: String?
    var address: String?

    init() {}

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: Key.self)
      verdict = (try? keys.decode(Verdict.self, forKey: .verdict)) ?? (try? Verdict(from: decoder))
      code = try? keys.decode(String.self, forKey: .code)
      title = try? keys.decode(String.self, forKey: .title)
      detail = try? keys.decode(String.self, forKey: .detail)
      address = (try? keys.decode([String: String].self, forKey: .urls))?["self"]
    }

    private enum Key: String, CodingKey {
      case verdict, code, title, detail, urls
    }
  }
}

// Codes of sending, beside those that judge movies and those of the server.
extension Reason.Code {
  /// No server answers.
  static let serverUnreachable = Self(rawValue: "server.unreachable")
  /// The server can't do it now, and says no more.
  static let serverUnavailable = Self(rawValue: "server.unavailable")
  /// The server does not take it, and says no more.
  static let serverRefused = Self(rawValue: "server.refused")
}
