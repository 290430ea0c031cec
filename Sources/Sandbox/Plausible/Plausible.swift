internal import Rules

/// The bounds of what a child may say.
enum Plausible {
  /// Pictures of a movie.
  static let mostFrames = 1_000_000_000
  /// Bytes of a text.
  static let longestText = 1_000

  /// A size or a rate.
  static func bytes(_ value: Int64) -> Bool { (0...(1 << 53)).contains(value) }

  /// A side of a picture, in pixels; the product of two is far from any overflow.
  static func side(_ value: Int) -> Bool { (0...(1 << 24)).contains(value) }

  static func index(_ value: Int) -> Bool { (0...100_000).contains(value) }

  static func number(_ value: Double?) -> Bool {
    value.map { $0.isFinite && $0.magnitude <= 1e18 } ?? true
  }

  /// A time, at most some 30,000,000 years; sums of many stay times.
  static func time(_ value: Duration?) -> Bool {
    value.map {
      (.seconds(-1_000_000_000_000_000) ... .seconds(1_000_000_000_000_000)).contains($0)
    }
      ?? true
  }

  /// A place on a time line in microseconds: within some 290 years, so that two can be taken apart.
  static func place(_ value: Int64) -> Bool { value.magnitude <= 1 << 53 }

  /// A sentence: no control characters, of which terminals and logs make more than text.
  static func text(_ value: String) -> Bool {
    value.utf8.count <= longestText
      && value.unicodeScalars.allSatisfy {
        switch $0.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
          .paragraphSeparator:
          false
        default: true
        }
      }
  }

  /// A name from a standard or from libav: printable ASCII.
  static func word(_ value: String?) -> Bool {
    value.map { $0.utf8.count <= 100 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } } ?? true
  }

  static func reasons(_ reasons: [Reason], _ warnings: [Warning]) -> Bool {
    reasons.allSatisfy { reason in
      word(reason.code.rawValue) && text(reason.message) && word(reason.unit)
        && reason.suggestion.map(text) ?? true && reason.stream.map(index) ?? true
        && [reason.observed, reason.limit, reason.tolerance].allSatisfy(number)
    }
      && warnings.allSatisfy { word($0.code.rawValue) && text($0.message) }
  }
}
