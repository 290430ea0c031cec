/// Colours a word for a terminal, or leaves it alone.
struct Paint: Sendable {
  /// Colours by the terminal's own palette (ECMA-48, SGR).
  enum Color: Int, Sendable {
    case red = 31
    case green = 32
    case bold = 1
  }

  var isOn: Bool

  func callAsFunction(_ text: String, _ color: Color) -> String {
    isOn ? "\u{1b}[\(color.rawValue)m\(text)\u{1b}[0m" : text
  }
}

extension String {
  /// The text with blanks behind it up to so many columns.
  func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - Shown.width(self)))
  }

  /// The text with blanks before it up to so many columns.
  func aligned(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - Shown.width(self))) + self
  }
}
