internal import Transfers

/// Carries messages to their receiver over HTTP, one at a time.
package final class Courier: Sendable {
  /// For how long a receiver is waited for.
  package struct Patience: Sendable {
    /// Until it takes the connection, TLS included.
    package var connect: Duration
    /// From the beginning to the end of its answer.
    package var whole: Duration

    /// Makes one; the defaults are the service's.
    package init(connect: Duration = .seconds(5), whole: Duration = .seconds(15)) {
      self.connect = connect
      self.whole = whole
    }
  }

  private let client: TransferClient
  private let url: String
  private let agent: String
  private let patience: Patience

  /// How much of an answer's body is read before the rest is left alone.
  static let mostBody = 4_096

  /// - Parameters:
  ///   - url: of http or https; redirects are not followed.
  ///   - agent: the name and version in `User-Agent`.
  ///   - patience: for how long the receiver is waited for.
  /// - Returns: nil where there is no memory for it.
  package init?(to url: String, agent: String, patience: Patience = Patience()) {
    guard let client = TransferClient() else { return nil }
    self.client = client
    self.url = url
    self.agent = agent
    self.patience = patience
  }

  /// Breaks off what is being sent, and all that is sent later; from any thread.
  package func interrupt() { client.interrupt() }

  /// Sends a message and waits for the answer.
  @available(*, noasync)
  package func send(_ message: SignedMessage) -> Attempt {
    var request = TransferRequest(
      url: url, fields: [(name: "Content-Type", value: "application/json")] + message.fields,
      body: .bytes(message.body),
      patience: TransferPatience(connect: patience.connect, whole: patience.whole),
      limits: TransferLimits(body: Self.mostBody))
    request.agent = agent
    do throws(TransferFailure) {
      return Self.answered(try client.exchange(request))
    } catch {
      // A final status is the receiver's word, whatever became of the rest of its answer.
      if let answer = error.answer { return Self.answered(answer) }
      return error.cause == .interrupted ? .interrupted : .failed(error.cause.words)
    }
  }

  private static func answered(_ answer: TransferAnswer) -> Attempt {
    .answered(status: answer.status, retryAfter: answer.retryAfter)
  }
}
