package import Foundation

/// A JSON value as any client of the program sees it, read without the program's own types.
///
/// A missing key reads as `null`; `has` tells the two apart where the contract does.
package enum JSON: Sendable, Equatable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  /// Reads one document.
  package init(parsing data: Data) throws {
    self = try JSONDecoder().decode(JSON.self, from: data)
  }

  /// Reads one document from a file.
  package init(file path: String) throws {
    try self.init(parsing: Data(contentsOf: URL(filePath: path)))
  }

  package subscript(key: String) -> JSON {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  package subscript(index: Int) -> JSON {
    if case .array(let items) = self, items.indices.contains(index) { items[index] } else { .null }
  }

  /// Whether an object has the key, be its value `null`.
  package func has(_ key: String) -> Bool {
    if case .object(let members) = self { members[key] != nil } else { false }
  }

  /// The keys of an object, sorted.
  package var keys: [String] {
    if case .object(let members) = self { members.keys.sorted() } else { [] }
  }

  /// The items of an array; none where it is something else.
  package var items: [JSON] { if case .array(let items) = self { items } else { [] } }

  package var isNull: Bool { self == .null }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var int: Int? { double.flatMap { Int(exactly: $0) } }

  /// A number, also where a program prints its numbers as strings, as ffprobe and mediainfo do.
  package var double: Double? {
    switch self {
    case .number(let value): value
    case .string(let text): Double(text)
    default: nil
    }
  }
}
