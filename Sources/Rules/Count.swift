/// A whole number that is never below zero where it is read: of bytes, pixels, pictures, streams.
///
/// It is written as the bare number. What is read may come from a process that opened a stranger's
/// movie, so a number that nothing counts is a `DecodingError`.
@propertyWrapper
public struct Count<Number: FixedWidthInteger & Codable & Sendable>: Codable, Sendable, Equatable {
  public var wrappedValue: Number

  public init(wrappedValue: Number) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = try container.decode(Number.self)
    guard wrappedValue >= 0 else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a count below zero")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
