/// What `clipgate upload` asks `clipgate-sender` for: one movie, sent to one address.
///
/// A line of JSON on the sender's standard input, so that no token stands on a command line or in an
/// environment. The movie is an open descriptor. The input stays open for as long as the answer is wanted.
package struct SendOrder: Codable, Sendable, Equatable {
  /// Where the form goes, `http` or `https`.
  package var url: String
  /// The bearer token; nil where there is none.
  package var token: String?
  /// What the movie is called in the form.
  package var filename: String
  /// Fields of text besides the movie, by their names.
  package var fields: [String: String]

  package init(url: String, token: String?, filename: String, fields: [String: String]) {
    self.url = url
    self.token = token
    self.filename = filename
    self.fields = fields
  }

  /// The descriptor that the movie has in the sender.
  package static let movieDescriptor: Int32 = 3
}
