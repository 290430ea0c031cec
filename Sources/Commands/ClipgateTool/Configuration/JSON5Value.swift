internal import FoundationEssentials

/// Any value of a JSON5 document; numbers stay text, so that 5.1 s are exactly that.
enum JSON5Value: Decodable, Equatable {
  case null
  case flag(Bool)
  case number(String)
  case text(String)
  case list([JSON5Value])
  case object([String: JSON5Value])

  /// Parses a document: comments, trailing commas and bare keys are fine.
  ///
  /// - Returns: nil where the bytes are no JSON5.
  init?(parsing bytes: [UInt8]) {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    guard let value = try? decoder.decode(JSON5Value.self, from: Data(bytes)) else { return nil }
    self = value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .number("\(number)")
    } else if let number = try? container.decode(Double.self) {
      self = .number("\(number)")
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSON5Value].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSON5Value].self))
    }
  }

  /// The value as it may stand in a message.
  var shown: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): number
    case .text(let text): text
    case .list: "a list"
    case .object: "an object"
    }
  }
}
