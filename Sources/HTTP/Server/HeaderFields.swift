/// The fields of a request's or an answer's header, in their order; names are the same in any case.
package struct HeaderFields: Sendable, ExpressibleByDictionaryLiteral {
  /// Name and value of each field, as they came or as they will be sent.
  package private(set) var all: [(name: String, value: String)] = []

  /// No fields.
  package init() {}

  /// The fields of a literal, in its order; a name may come twice.
  package init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// The first value of a name; nil where there is none.
  ///
  /// Setting it puts one field in the place of all of that name, or removes them.
  package subscript(name: String) -> String? {
    get { all.first { Self.isSame($0.name, name) }?.value }
    set {
      all.removeAll { Self.isSame($0.name, name) }
      if let newValue { append(name, newValue) }
    }
  }

  /// All values of a name.
  package func values(_ name: String) -> [String] {
    all.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  /// Adds a field behind the others, of the same name too (`Set-Cookie`, `Vary`).
  package mutating func append(_ name: String, _ value: String) {
    all.append((name, value))
  }

  /// The members of all values of a name that is a list (RFC 9110, 5.6.1), in lower case, as of
  /// `Connection` and `Expect`.
  func tokens(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }.map {
      $0.drop { $0 == " " || $0 == "\t" }.split(separator: " ", maxSplits: 1).first?.lowercased()
        ?? ""
    }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (one.utf8, other.utf8)
    guard one.count == other.count else { return false }
    return zip(one, other).allSatisfy { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
