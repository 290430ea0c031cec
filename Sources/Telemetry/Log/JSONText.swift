/// Texts as JSON strings that are safe wherever log lines end up (RFC 8259, 7).
enum JSONText {
  /// The text in quotes, with all escaped of which terminals, editors or line readers make more than
  /// text: controls, line separators, and what turns the direction of writing.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default:
        if isPlain(scalar) {
          quoted.unicodeScalars.append(scalar)
        } else {
          for unit in String(scalar).utf16 { quoted += escape(unit) }
        }
      }
    }
    return quoted + "\""
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
