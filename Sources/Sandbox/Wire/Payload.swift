internal import FoundationEssentials
internal import Rules

/// Requests and answers as JSON, times exact.
enum Payload {
  /// - Throws: `EncodingError` for a number that JSON can't hold; no value of ours has one.
  static func bytes(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.userInfo[Seconds.exact] = true
    return Array(try encoder.encode(value))
  }

  /// - Throws: `DecodingError`.
  static func value<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
    let decoder = JSONDecoder()
    decoder.userInfo[Seconds.exact] = true
    return try decoder.decode(type, from: Data(bytes))
  }
}
