/// Values of the Action Message Format (AMF 0, specification of 2007), read one after another.
///
/// What is cut off or of a kind that scripts of movies don't have ends the reading: every method
/// then answers nil.
struct AMFValues {
  /// Objects in objects; deeper ones are no metadata.
  private static let maxDepth = 16

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Takes a string value.
  mutating func string() -> String? {
    guard byte() == Kind.string.rawValue else { return nil }
    return name()
  }

  /// Takes an object and finds a number among its own members.
  mutating func number(_ wanted: String) -> Double? {
    guard let kind = byte().flatMap(Kind.init), kind == .object || kind == .mixedArray else {
      return nil
    }
    if kind == .mixedArray, big(4) == nil { return nil }
    while let name = name(), !name.isEmpty, let kind = byte().flatMap(Kind.init) {
      if name == wanted, kind == .number { return big(8).map { Double(bitPattern: $0) } }
      guard skip(kind, depth: 1) else { return nil }
    }
    return nil
  }

  private enum Kind: UInt8 {
    case number = 0
    case boolean = 1
    case string = 2
    case object = 3
    case null = 5
    case undefined = 6
    case reference = 7
    case mixedArray = 8
    case array = 10
    case date = 11
    case longString = 12
  }

  /// Passes over a value whose kind was read; false where that can't be done.
  private mutating func skip(_ kind: Kind, depth: Int) -> Bool {
    guard depth < Self.maxDepth else { return false }
    switch kind {
    case .number: return drop(8)
    case .boolean: return drop(1)
    case .null, .undefined: return true
    case .reference: return drop(2)
    case .date: return drop(10)
    case .string: return big(2).map { drop(Int($0)) } ?? false
    case .longString: return big(4).map { drop(Int($0)) } ?? false
    case .array:
      guard let count = big(4), count <= rest.count else { return false }
      for _ in 0..<count {
        guard let kind = byte().flatMap(Kind.init), skip(kind, depth: depth + 1) else {
          return false
        }
      }
      return true
    case .object, .mixedArray:
      if kind == .mixedArray, !drop(4) { return false }
      while let name = name() {
        // An empty name and a byte of 9 end it.
        if name.isEmpty { return drop(1) }
        guard let kind = byte().flatMap(Kind.init), skip(kind, depth: depth + 1) else {
          return false
        }
      }
      return false
    }
  }

  private mutating func name() -> String? {
    guard let length = big(2), length <= rest.count else { return nil }
    defer { rest = rest.dropFirst(Int(length)) }
    return String(decoding: rest.prefix(Int(length)), as: UTF8.self)
  }

  private mutating func byte() -> UInt8? { rest.popFirst() }

  private mutating func big(_ count: Int) -> UInt64? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func drop(_ count: Int) -> Bool {
    guard rest.count >= count else { return false }
    rest = rest.dropFirst(count)
    return true
  }
}
