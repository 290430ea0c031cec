public import Foundation

/// What a server answered, whatever it says.
public struct UploadAnswer: Sendable, Equatable {
  /// The status of HTTP.
  public let status: Int
  /// The fields of its header, by their names in lower case.
  public let fields: [String: String]
  /// Its body, whole.
  public let body: Data
  /// How often the form was sent, from 1 on.
  public let tries: Int

  /// The longest body that is taken: 1 MiB.
  package static let mostBytes = 1 << 20

  init(status: Int, fields: [String: String], body: Data, tries: Int) {
    self.status = status
    self.fields = fields
    self.body = body
    self.tries = tries
  }

  /// Whether the server took the form: a status of 200 to 299.
  public var isAccepted: Bool { 200...299 ~= status }

  /// The body, read as JSON.
  ///
  /// - Throws: `DecodingError` where it is none, or another document.
  public func decoded<Document: Decodable>(as type: Document.Type) throws -> Document {
    try JSONDecoder().decode(type, from: body)
  }
}
