import Foundation
import Rules

/// How values go from one process to another, and how documents are written.
enum Crossing {
  /// Durations to the attosecond.
  case exact
  /// Durations as decimals of a second.
  case document

  func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if self == .exact { encoder.userInfo[Seconds.exact] = true }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Reads text; numbers that JSON has no word for may stand in it as strings, for the sake of
  /// codings that do have one.
  func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    if self == .exact { decoder.userInfo[Seconds.exact] = true }
    return try decoder.decode(type, from: Data(text.utf8))
  }

  func again<Value: Codable>(_ value: Value) throws -> Value {
    try self.value(Value.self, of: text(value))
  }

  /// What is written of a value, with something else, or nothing, in one place of it.
  ///
  /// - Parameter path: keys and numbers of elements, as "streams.0.index"; all of it where empty.
  func text(_ value: some Encodable, with replacement: String?, at path: String) throws -> String {
    let place = "@place@"
    let document = try JSONSerialization.jsonObject(
      with: Data(text(value).utf8), options: .fragmentsAllowed)
    let steps = path.split(separator: ".").map(String.init)
    let changed = try Self.changed(document, steps[...], to: replacement.map { _ in place })
    let data = try JSONSerialization.data(
      withJSONObject: changed ?? NSNull(), options: .fragmentsAllowed)
    return String(decoding: data, as: UTF8.self)
      .replacingOccurrences(of: "\"\(place)\"", with: replacement ?? "")
  }

  /// What is written of the first element of a list in a value.
  func element(of value: some Encodable, at path: String) throws -> String {
    let document = try JSONSerialization.jsonObject(with: Data(text(value).utf8))
    guard let list = (document as? [String: Any])?[path] as? [Any], let first = list.first else {
      throw NoSuchPlace(step: path)
    }
    let data = try JSONSerialization.data(withJSONObject: first, options: .fragmentsAllowed)
    return String(decoding: data, as: UTF8.self)
  }

  /// That a table names a place that is not there.
  struct NoSuchPlace: Error {
    var step: String
  }

  private static func changed(
    _ document: Any, _ path: ArraySlice<String>, to replacement: String?
  ) throws -> Any? {
    guard let step = path.first else { return replacement }
    if var object = document as? [String: Any], let member = object[step] {
      object[step] = try changed(member, path.dropFirst(), to: replacement)
      return object
    }
    if var list = document as? [Any], let place = Int(step), list.indices.contains(place) {
      list[place] = try changed(list[place], path.dropFirst(), to: replacement) ?? NSNull()
      return list
    }
    throw NoSuchPlace(step: step)
  }
}
