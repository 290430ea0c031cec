internal import Rules

/// What `upload --json` says of a file: the report of `process`, judged by the server last, and what the
/// server said.
struct UploadDocument: Encodable {
  var report: Report
  /// Nil where nothing was sent, or no answer came.
  var upload: Answer?

  /// A server's answer.
  struct Answer: Encodable {
    /// Where it was sent.
    var url: String
    /// Where the server keeps the clip, where it says so.
    @Nullable var address: String?
    var status: Int
    /// How often the movie was sent.
    var tries: Int
    /// The answer, where it is JSON.
    @Nullable var document: JSONValue?
  }

  private enum Key: CodingKey {
    case upload
  }

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var keys = encoder.container(keyedBy: Key.self)
    try keys.encode(upload, forKey: .upload)
  }
}
