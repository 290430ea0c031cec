internal import Rules

/// The lines below a refused movie: a reason each, its measure, and what would help.
enum ReasonText {
  /// Lines for all reasons of a result, indented below its first line.
  static func lines(_ reasons: [Reason], facts: Facts?, warnings: [Warning]) -> [String] {
    let width = reasons.map { Shown.width(Shown.escaped($0.code.rawValue)) }.max() ?? 0
    return reasons.map { reason in
      let code = Shown.escaped(reason.code.rawValue).padded(to: width)
      let detail = detail(reason)
      // What a header pretends explains more than the advice to trim.
      let note = claim(reason, facts: facts, warnings: warnings) ?? reason.suggestion
      guard let note else { return "          \(code)  \(detail)" }
      return "          \(code)  \(detail.padded(to: 28))  \(Shown.escaped(note))"
    }
  }

  /// What was measured and what would pass, as "7.21 s, at most 5 s (+0.1)"; else the message.
  static func detail(_ reason: Reason) -> String {
    guard let observed = reason.observed, let limit = reason.limit, observed > limit else {
      return Shown.escaped(reason.message)
    }
    switch reason.unit {
    case "s":
      let most = seconds(limit + (reason.tolerance ?? 0))
      let time = seconds(observed)
      // As many decimals as it takes to see that it is too long.
      let decimals = (2...6).first { time.rounded(decimals: $0) > most } ?? 6
      let tolerance = reason.tolerance.map { " (+\(seconds($0).shortText))" } ?? ""
      return "\(time.text(decimals: decimals)) s, at most \(seconds(limit).shortText) s\(tolerance)"
    case "bytes":
      let size = ByteCount(whole(observed))
      let most = ByteCount(whole(limit))
      if size.description == most.description {
        return "\(size.bytes.grouped) bytes, at most \(most.bytes.grouped)"
      }
      return "\(size), at most \(most)"
    case let unit?:
      let measure = unit == "fps" ? observed.frameRateText : "\(number(observed)) \(unit)"
      return "\(Shown.escaped(measure)), at most \(number(limit))"
    case nil: return Shown.escaped(reason.message)
    }
  }

  private static func claim(_ reason: Reason, facts: Facts?, warnings: [Warning]) -> String? {
    guard reason.code == .durationTooLong, warnings.contains(where: { $0.code == .headerLies }),
      let declared = facts?.duration.declared
    else { return nil }
    return "the header claims \(declared.columnText)"
  }

  private static func seconds(_ value: Double) -> Duration {
    .microseconds(whole(value * 1_000_000))
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? whole(value).grouped : value.shortText
  }

  /// The nearest whole number, or the largest there is; a plain conversion would trap.
  private static func whole(_ value: Double) -> Int64 {
    Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}
