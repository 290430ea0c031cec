/// A value that is written as `null` when it is absent, where synthesized coding leaves the key out.
///
/// A number is read where it could be measured: finite, and where it is whole, not below zero.
@propertyWrapper
public struct Nullable<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  public var wrappedValue: Value?

  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decodeMeasured()
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }
}

extension SingleValueDecodingContainer {
  /// Reads a value, and refuses numbers that no measurement gives: whole ones below zero, and what
  /// is not finite, which JSON can't say but other codings can.
  fileprivate func decodeMeasured<Value: Decodable>() throws -> Value {
    let value = try decode(Value.self)
    let isAbsurd =
      switch value {
      case let number as Double: !number.isFinite
      case let number as Int: number < 0
      case let number as Int64: number < 0
      default: false
      }
    guard !isAbsurd else {
      throw DecodingError.dataCorruptedError(
        in: self, debugDescription: "a number that nothing measures")
    }
    return value
  }
}
