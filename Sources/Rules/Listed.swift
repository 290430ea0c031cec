/// A list that is read only where it is no longer than any movie makes it.
///
/// It is written as the bare list. Longer ones are a `DecodingError` before they are held whole:
/// what is read may come from a process that opened a stranger's movie.
@propertyWrapper
public struct Listed<Element: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  /// The most elements that are read; a configuration allows 256 streams at most.
  public static var most: Int { 1_024 }

  public var wrappedValue: [Element]

  public init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    wrappedValue = []
    while !container.isAtEnd {
      guard wrappedValue.count < Self.most else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "more than \(Self.most) elements")
      }
      wrappedValue.append(try container.decode(Element.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}
