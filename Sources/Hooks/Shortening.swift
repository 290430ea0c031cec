internal import Rules

/// What is left out of a verdict that is too long for an answer to tusd, in this order, until it fits.
///
/// The codes of all reasons stay as long as they can: programs go by them.
enum Shortening: CaseIterable {
  /// The facts: the longest part, which the reasons have the telling numbers of.
  case facts
  /// The name that the client gave, which may be anything.
  case name
  case warnings
  /// Words for people that help, and are cut.
  case suggestions
  case messages
  /// The words of all reasons but the weightiest: their codes say the same.
  case otherMessages
  /// And what they measured.
  case otherMeasures
  /// More reasons than there are codes: the weightiest stands for all.
  case reasons
  /// What no reason of ours has.
  case words

  func shorten(_ verdict: inout Verdict) {
    switch self {
    case .facts: verdict.facts = nil
    case .name: verdict.name = Self.cut(verdict.name, to: 80)
    case .warnings: verdict.warnings = []
    case .suggestions:
      for place in verdict.reasons.indices { verdict.reasons[place].suggestion = nil }
    case .messages:
      for place in verdict.reasons.indices {
        verdict.reasons[place].message = Self.cut(verdict.reasons[place].message, to: 48)
      }
    case .otherMessages:
      let weightiest = verdict.weightiest
      for place in verdict.reasons.indices where verdict.reasons[place] != weightiest {
        verdict.reasons[place].message = ""
      }
    case .otherMeasures:
      let weightiest = verdict.weightiest
      for place in verdict.reasons.indices where verdict.reasons[place] != weightiest {
        verdict.reasons[place] = Reason(verdict.reasons[place].code, message: "")
      }
    case .reasons: verdict.reasons = verdict.weightiest.map { [$0] } ?? []
    case .words:
      for place in verdict.reasons.indices {
        let code = Self.cut(verdict.reasons[place].code.rawValue, to: 48)
        verdict.reasons[place].code = Reason.Code(rawValue: code)
        verdict.reasons[place].unit = verdict.reasons[place].unit.map { Self.cut($0, to: 48) }
      }
    }
  }

  /// The beginning of a text, at most so many bytes of UTF-8 with the sign that there was more.
  private static func cut(_ text: String, to most: Int) -> String {
    guard text.utf8.count > most else { return text }
    var scalars = String.UnicodeScalarView()
    var count = 3
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= most else { break }
      scalars.append(scalar)
    }
    return String(scalars) + "…"
  }
}
