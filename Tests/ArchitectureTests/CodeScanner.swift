/// Tells code from comments and strings; enough of Swift's lexical rules for the gates here.
///
/// Regex literals are not known: a rule that meets one reads it as code.
struct CodeScanner {
  private enum Mode {
    case code(parentheses: Int)
    case lineComment
    case blockComment(depth: Int)
    case string(hashes: Int, long: Bool)
  }

  private let text: [Character]
  private var place = 0
  private var modes: [Mode] = [.code(parentheses: 0)]
  private var blanked = ""

  private init(_ text: String) { self.text = Array(text) }

  /// The text with every character of comments and strings replaced by a space, lines kept.
  static func blank(_ text: String) -> String {
    var scanner = CodeScanner(text)
    scanner.run()
    return scanner.blanked
  }

  private mutating func run() {
    while place < text.count {
      switch modes[modes.count - 1] {
      case .code(let parentheses): readCode(parentheses)
      case .lineComment:
        if text[place] == "\n" { modes.removeLast() }
        hide(1)
      case .blockComment(let depth): readBlockComment(depth)
      case .string(let hashes, let long): readString(hashes, long)
      }
    }
  }

  private mutating func readCode(_ parentheses: Int) {
    if starts(with: "//") {
      modes.append(.lineComment)
    } else if starts(with: "/*") {
      modes.append(.blockComment(depth: 1))
      hide(2)
    } else if let (hashes, long) = stringStart() {
      modes.append(.string(hashes: hashes, long: long))
      hide(hashes + (long ? 3 : 1))
    } else {
      let character = text[place]
      let change = character == "(" ? 1 : character == ")" ? -1 : 0
      if modes.count > 1 && parentheses + change == 0 {
        modes.removeLast()
      } else {
        modes[modes.count - 1] = .code(parentheses: parentheses + change)
      }
      blanked.append(character)
      place += 1
    }
  }

  private mutating func readBlockComment(_ depth: Int) {
    if starts(with: "/*") {
      modes[modes.count - 1] = .blockComment(depth: depth + 1)
      hide(2)
    } else if starts(with: "*/") {
      modes.removeLast()
      if depth > 1 { modes.append(.blockComment(depth: depth - 1)) }
      hide(2)
    } else {
      hide(1)
    }
  }

  private mutating func readString(_ hashes: Int, _ long: Bool) {
    let fence = String(repeating: "#", count: hashes)
    let end = (long ? "\"\"\"" : "\"") + fence
    if starts(with: "\\" + fence + "(") {
      hide(hashes + 1)
      modes.append(.code(parentheses: 0))
    } else if starts(with: "\\" + fence) {
      hide(hashes + 2)
    } else if starts(with: end) {
      modes.removeLast()
      hide(end.count)
    } else {
      hide(1)
    }
  }

  /// Hash signs and whether it is a multi-line one, where a string starts here.
  private func stringStart() -> (hashes: Int, long: Bool)? {
    var quote = place
    while quote < text.count && text[quote] == "#" { quote += 1 }
    guard quote < text.count && text[quote] == "\"" else { return nil }
    let long = quote + 2 < text.count && text[quote + 1] == "\"" && text[quote + 2] == "\""
    return (quote - place, long)
  }

  private func starts(with word: String) -> Bool {
    var index = place
    for character in word {
      guard index < text.count && text[index] == character else { return false }
      index += 1
    }
    return true
  }

  private mutating func hide(_ count: Int) {
    for character in text[place..<min(place + count, text.count)] {
      blanked.append(character == "\n" ? "\n" : " ")
    }
    place += count
  }
}
