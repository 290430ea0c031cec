/// What `clipgate-sender` tells of a movie on its way; a line of JSON each on its standard output.
package enum SendNews: Codable, Sendable, Equatable {
  /// From 0 to 1; it begins anew with each try.
  case sent(share: Double)
  /// The last line: the server's answer, a refusal too.
  case answered(Answer)
  /// The last line: no answer, for a fault of this machine where `isOurs`.
  case failed(detail: String, isOurs: Bool)

  /// A server's answer.
  package struct Answer: Codable, Sendable, Equatable {
    /// The status of HTTP.
    package var status: Int
    /// Its body, where that is text.
    package var body: String
    /// How often the movie was sent.
    package var tries: Int

    package init(status: Int, body: String, tries: Int) {
      self.status = status
      self.body = body
      self.tries = tries
    }
  }
}
