/// Why an exchange did not come to its end.
package struct TransferFailure: Error, Sendable {
  /// What kind of failure it is.
  package enum Cause: Sendable, Equatable {
    /// The method or a field of the header can't be sent.
    case badRequest
    /// The address is no http or https, or none at all.
    case badAddress
    /// Nobody knows the server's name.
    case unknownName
    /// Nobody takes the connection.
    case unconnected
    /// No TLS could be agreed on.
    case noTLS
    /// Nobody vouches for the server's certificate, or it is another's.
    case badCertificate
    /// One of the times of `TransferPatience` is over.
    case timedOut
    /// The connection was lost, or what came is no HTTP.
    case lost
    /// The answer is longer than `TransferLimits`.
    case answerTooLong
    /// The body's source failed.
    case source
    /// `TransferClient.interrupt` was called.
    case interrupted
    /// libcurl can't be used, or memory is short.
    case unusable
  }

  /// What kind of failure it is.
  package let cause: Cause
  /// What had come of an answer before, where there was a final status.
  package let answer: TransferAnswer?
  /// What the source threw, for `Cause.source`.
  package let sourceError: (any Error)?

  init(_ cause: Cause, answer: TransferAnswer? = nil, sourceError: (any Error)? = nil) {
    self.cause = cause
    self.answer = answer
    self.sourceError = sourceError
  }
}

extension TransferFailure.Cause {
  /// What happened, for people; nothing of the request is in it.
  package var words: String {
    switch self {
    case .badRequest: "the request can't be sent"
    case .badAddress: "the address can't be used"
    case .unknownName: "the server's name is not known"
    case .unconnected: "no connection to the server can be made"
    case .noTLS: "the server and this program agree on no TLS"
    case .badCertificate: "the server's certificate is not good"
    case .timedOut: "the server does not answer in time"
    case .lost: "the connection to the server was lost"
    case .answerTooLong: "the server's answer is too long"
    case .source: "what is to be sent can't be read"
    case .interrupted: "it was broken off"
    case .unusable: "libcurl can't be used"
    }
  }

  /// Whether it may go by itself, so that another try is worth it.
  package var mayPass: Bool {
    switch self {
    case .unknownName, .unconnected, .timedOut, .lost, .unusable: true
    case .badRequest, .badAddress, .noTLS, .badCertificate, .answerTooLong, .source, .interrupted:
      false
    }
  }
}
