/// Text of unknown origin as it may go to a terminal.
///
/// A file's name may hold escape sequences that repaint the screen, line ends that forge a result,
/// or bidirectional controls that turn `gpj.exe` around; all of them are shown, not obeyed.
enum Shown {
  /// `text` with every control, line separator and bidirectional control escaped.
  static func escaped(_ text: some StringProtocol) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": shown.append(contentsOf: "\\n".unicodeScalars)
      case "\r": shown.append(contentsOf: "\\r".unicodeScalars)
      case "\t": shown.append(contentsOf: "\\t".unicodeScalars)
      default:
        if isUnsafe(scalar) {
          shown.append(contentsOf: escape(scalar).unicodeScalars)
        } else {
          shown.append(scalar)
        }
      }
    }
    return String(shown)
  }

  /// `escaped` in quotation marks, for messages.
  static func quoted(_ text: some StringProtocol) -> String { "“\(escaped(text))”" }

  /// How many columns of a terminal the text takes; it must be escaped already.
  static func width(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    // Format characters turn or hide text; the joiners alone are part of words and pictures.
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return scalar.value < 0x100
      ? "\\x" + String(repeating: "0", count: 2 - digits.count) + digits : "\\u{\(digits)}"
  }

  /// One for most characters, two for East Asian wide ones and emoji (Unicode's annex 11).
  private static func columns(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
