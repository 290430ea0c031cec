package import Foundation

/// What sends one request once, and brings what the server answers: the network, whichever it is.
///
/// How often it is asked, and what its answers mean, is decided in one place for all of them:
/// `UploadRetries.send`.
package protocol UploadCarrier: Sendable {
  /// Sends the request and waits for the answer, or until the task that waits is cancelled.
  ///
  /// It follows no redirection, and takes no longer answer than `UploadAnswer.mostBytes`. A status of 400 or
  /// more is an answer even where the server broke off behind it: one that refuses in the middle
  /// of a body may close before it has read the rest.
  ///
  /// - Parameters:
  ///   - request: what is sent.
  ///   - sent: told how many bytes of the body have been sent in all; never fewer than before.
  func carry(
    _ request: UploadRequest, sent: @escaping @Sendable (Int64) -> Void
  ) async -> UploadOutcome
}

/// What one try came to.
package enum UploadOutcome: Sendable {
  /// The server answered; the names of the fields are in lower case.
  case answered(status: Int, fields: [String: String], body: Data)
  /// The answer is longer than is taken.
  case tooLong
  /// The task that waits was cancelled.
  case cancelled
  /// No answer came: what happened, in words without the address, and whether it may go by itself.
  case failed(words: String, mayPass: Bool)
  /// The body can't be read.
  case unreadable(UploadError)
}
