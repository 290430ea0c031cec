internal import Transfers

/// One POST of a JSON document and its answer, by HTTP or HTTPS.
struct JSONPost {
  /// What became of it.
  enum Outcome: Equatable {
    case answer(status: Int, body: [UInt8])
    /// Nothing came back that is an answer; in words, why.
    case unreachable(String)
    /// It was sent, and no answer came in time.
    case silent
  }

  /// Where to.
  var url: String
  /// The bearer token; nil for none.
  var token: String?
  /// How long it may take in all.
  var patience = TransferPatience(connect: .seconds(10), whole: .seconds(90))
  /// The most bytes of an answer; more is none.
  var mostBytes = 65_536

  /// Sends the document, follows no redirect, and waits for the answer.
  func send(_ document: [UInt8]) -> Outcome {
    guard let client = TransferClient() else {
      return .unreachable(TransferFailure.Cause.unusable.words)
    }
    var fields = [(name: "Content-Type", value: "application/json")]
    if let token { fields.append((name: "Authorization", value: "Bearer \(token)")) }
    let request = TransferRequest(
      url: url, fields: fields, body: .bytes(document), patience: patience,
      limits: TransferLimits(body: mostBytes))
    do throws(TransferFailure) {
      let answer = try client.exchange(request)
      return .answer(status: answer.status, body: answer.body)
    } catch {
      return error.cause == .timedOut ? .silent : .unreachable(error.cause.words)
    }
  }
}
