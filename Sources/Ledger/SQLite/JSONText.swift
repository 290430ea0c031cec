internal import FoundationEssentials

/// Values as JSON in the one form of their meaning: keys sorted, no space.
enum JSONText {
  static func text(of value: some Encodable) throws(LedgerError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch { throw LedgerError(.fault, "JSONEncoder") }
  }

  static func value<Value: Decodable>(
    of text: String, as type: Value.Type = Value.self
  ) throws(LedgerError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch { throw LedgerError(.corrupt, "JSONDecoder") }
  }
}
