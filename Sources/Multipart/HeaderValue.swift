/// The value of a header field with parameters: a word, and names with values (RFC 2045, 5.1; RFC 6266, 4.1).
///
/// Values are tokens or quoted strings. `name*` is decoded as RFC 8187 says and goes before `name`.
struct HeaderValue {
  /// The first word in lower case, as `form-data` or `multipart/form-data`.
  let word: String
  /// By their names in lower case.
  private let parameters: [String: [UInt8]]
  private let extended: [String: String]

  /// - Parameter bytes: of a field's value, without line ends.
  /// - Returns: nil where it is no such value, or a parameter comes twice.
  init?(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    Self.skipBlanks(&rest)
    let word = Self.take(&rest) { $0 != Self.semicolon && !Self.isBlank($0) }
    guard !word.isEmpty else { return nil }
    self.word = Self.lowercased(word)
    var parameters: [String: [UInt8]] = [:]
    var extended: [String: String] = [:]
    Self.skipBlanks(&rest)
    while let byte = rest.popFirst() {
      guard byte == Self.semicolon else { return nil }
      Self.skipBlanks(&rest)
      // A semicolon at the end, or two of them, say nothing.
      if rest.isEmpty || rest.first == Self.semicolon { continue }
      let name = Self.lowercased(Self.take(&rest, while: Self.isToken))
      Self.skipBlanks(&rest)
      guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
      Self.skipBlanks(&rest)
      guard let value = Self.value(&rest), parameters[name] == nil else { return nil }
      parameters[name] = value
      if name.hasSuffix("*"), let text = Self.decoded(value) {
        extended[String(name.dropLast())] = text
      }
      Self.skipBlanks(&rest)
    }
    self.parameters = parameters
    self.extended = extended
  }

  /// A parameter's bytes, unquoted; nil where it is not there.
  subscript(bytes name: String) -> [UInt8]? { parameters[name] }

  /// A parameter as text: the extended form where that can be read, else UTF-8, whatever a charset says,
  /// with U+FFFD for what is none.
  subscript(text name: String) -> String? {
    extended[name] ?? parameters[name].map { String(decoding: $0, as: UTF8.self) }
  }

  private static let semicolon = UInt8(ascii: ";")

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// RFC 9110, 5.6.2.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func lowercased(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// RFC 8187, 3.2: a charset, a language, and text in it with percent signs.
  private static func decoded(_ value: [UInt8]) -> String? {
    let parts = value.split(
      separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var bytes: [UInt8] = []
    var rest = parts[2][...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    // What can't stand in a header can't be brought in by a percent sign either.
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    switch lowercased(Array(parts[0])) {
    case "utf-8": return String(validating: bytes, as: UTF8.self)
    case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return nil
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func skipBlanks(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop(while: isBlank)
  }

  private static func take(
    _ rest: inout ArraySlice<UInt8>, while belongs: (UInt8) -> Bool
  ) -> [UInt8] {
    let taken = Array(rest.prefix(while: belongs))
    rest = rest.dropFirst(taken.count)
    return taken
  }

  /// A quoted string or a run without blanks; nil for a string without an end.
  ///
  /// In a string a backslash stands before a quotation mark or another backslash. Before anything else
  /// it is itself, since old browsers send whole paths.
  private static func value(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    guard rest.first == quote else {
      return take(&rest) { $0 != semicolon && !isBlank($0) && $0 != quote }
    }
    rest = rest.dropFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote { return value }
      if byte == backslash, let next = rest.first, next == quote || next == backslash {
        value.append(next)
        rest = rest.dropFirst()
      } else {
        value.append(byte)
      }
    }
    return nil
  }
}
