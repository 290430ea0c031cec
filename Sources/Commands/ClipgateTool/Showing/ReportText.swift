internal import Rules

/// The line of a processed movie, or of a plan: what became of what.
enum ReportText {
  /// What `process` did, without the name.
  static func cells(_ report: Report) -> String {
    var cells: [String] = []
    if let output = report.output {
      cells.append(
        change(
          report.facts, to: output.facts.duration.presented,
          bytes: ByteCount(output.bytes).description))
    }
    // What would be done with the movie is no news where only its poster was wanted.
    if report.output != nil, let plan = report.plan { cells.append(self.plan(plan)) }
    if let poster = report.poster {
      cells.append(self.poster(poster, isAlone: report.output == nil))
    }
    return cells.joined(separator: "   ")
  }

  /// What `process` would do, without the name.
  static func cells(_ facts: Facts, kept: Duration?, plan: Plan) -> String {
    let bytes = plan.predictedBytes.map { "about \(ByteCount($0))" } ?? "unknown"
    let time = plan.predictedSeconds.map { " in \($0.columnText)" } ?? ""
    return "\(change(facts, to: kept, bytes: bytes + time))   \(self.plan(plan))"
  }

  /// "probe 31 ms, decode 914 ms", in the order of the way.
  static func stages(_ stages: StageTimes) -> String {
    stages.all.map { "\($0.name) \(Int64(($0.time / .milliseconds(1)).rounded())) ms" }
      .joined(separator: ", ")
  }

  private static func change(_ facts: Facts?, to length: Duration?, bytes: String) -> String {
    let before = facts?.duration.presented.map(\.columnText) ?? "?"
    let after = length.map(\.columnText) ?? "?"
    let size = facts.map { ByteCount($0.bytes).description } ?? "?"
    return "\(before) → \(after)   \(size) → \(bytes)"
  }

  private static func plan(_ plan: Plan) -> String {
    let reasons = Shown.escaped(plan.reasons.joined(separator: ", "))
    return reasons.isEmpty ? plan.action.rawValue : "\(plan.action.rawValue): \(reasons)"
  }

  private static func poster(_ poster: PosterReport, isAlone: Bool) -> String {
    let time = poster.time.map(\.columnText) ?? "?"
    let place = "poster at \(time) (\(Shown.escaped(poster.why)))"
    guard isAlone else { return place }
    return "\(place)   \(poster.width)×\(poster.height)   \(ByteCount(poster.bytes))"
  }
}
