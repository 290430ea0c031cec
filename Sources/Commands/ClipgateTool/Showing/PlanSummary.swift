internal import Rules

/// What a policy would refuse of many movies, and what the others would cost.
struct PlanSummary: Encodable, Equatable {
  /// How many files have a reason, and how many bytes they have together.
  struct Refused: Encodable, Equatable {
    var code: String
    var files: Int
    var bytes: Int64
  }

  /// How many movies an action is planned for.
  struct Actions: Encodable, Equatable {
    var copy = 0
    var remux = 0
    var encode = 0
  }

  let schema = "clipgate.summary/1"
  /// All of them; those that could not be read are neither accepted nor refused.
  private(set) var files = 0
  private(set) var accepted = 0
  private(set) var refused = 0
  private(set) var failed = 0
  /// By reason, the most frequent first; a file may have several.
  private(set) var reasons: [Refused] = []
  private(set) var actions = Actions()
  /// Bytes of the accepted movies.
  private(set) var bytes: Int64 = 0
  /// Bytes of their outputs.
  private(set) var predictedBytes: Int64 = 0
  /// Processing them one after another.
  @Seconds private(set) var predictedSeconds: Duration? = .zero

  enum CodingKeys: String, CodingKey {
    case schema, files, accepted, refused, failed, reasons, actions, bytes
    case predictedBytes = "predicted_bytes"
    case predictedSeconds = "predicted_seconds"
  }

  /// Counts a file; nothing that many files add up to can overflow.
  ///
  /// - Parameters:
  ///   - verdict: on what the trim leaves.
  ///   - fileBytes: the size of the file.
  ///   - plan: nil where it is refused.
  ///   - hasFailed: whether it could not be read.
  mutating func add(_ verdict: Verdict, fileBytes: Int64, plan: Plan?, hasFailed: Bool) {
    files += 1
    if hasFailed {
      failed += 1
      return
    }
    if verdict.accepted {
      accepted += 1
    } else {
      refused += 1
    }
    for code in Set(verdict.reasons.map(\.code.rawValue)) { count(code, fileBytes) }
    guard let plan else { return }
    switch plan.action {
    case .copy: actions.copy += 1
    case .remux: actions.remux += 1
    case .encode: actions.encode += 1
    }
    bytes = bytes.addingClamped(fileBytes)
    predictedBytes = predictedBytes.addingClamped(plan.predictedBytes ?? 0)
    predictedSeconds = (predictedSeconds ?? .zero) + (plan.predictedSeconds ?? .zero)
  }

  private mutating func count(_ code: String, _ fileBytes: Int64) {
    var counted =
      reasons.firstIndex { $0.code == code }.map { reasons.remove(at: $0) }
      ?? Refused(code: code, files: 0, bytes: 0)
    counted.files += 1
    counted.bytes = counted.bytes.addingClamped(fileBytes)
    reasons.append(counted)
    reasons.sort { ($1.files, $0.code) < ($0.files, $1.code) }
  }

  /// What stands below the sum of files: a line for each reason, and one for what passes.
  var lines: [String] {
    let counts = reasons.map { "\($0.files)" }
    let codes = reasons.map { Shown.escaped($0.code) }
    let widths = (
      count: counts.map(Shown.width).max() ?? 0, code: codes.map(Shown.width).max() ?? 0
    )
    var lines = reasons.indices.map {
      "  \(counts[$0].aligned(to: widths.count))  \(codes[$0].padded(to: widths.code))  "
        + "\(ByteCount(reasons[$0].bytes))"
    }
    if accepted > 0 {
      let planned = [
        (actions.encode, "encode"), (actions.remux, "remux"), (actions.copy, "copy"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      let seconds = (predictedSeconds ?? .zero).columnText
      lines.append(
        "  \(planned)   \(ByteCount(bytes)) → about \(ByteCount(predictedBytes)) in \(seconds)")
    }
    return lines
  }
}

extension Int64 {
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
