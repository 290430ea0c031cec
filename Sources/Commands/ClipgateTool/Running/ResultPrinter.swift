internal import Rules
internal import Sandbox
internal import Service

/// Prints results as they come, for people or as JSON, and counts them.
struct ResultPrinter {
  private let output: StandardOutput
  private let errors: StandardError
  private let isJSON: Bool
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let paint: Paint
  private var columns: Columns
  /// Whether the output has failed; a sum would only fail again.
  private var isBroken = false
  /// Whether plans are summed up below the results: by lines for people, or by one more document.
  var sumsUpPlans = false
  private var plans = PlanSummary()
  private var counts: (ok: Int, refused: Int, failed: Int) = (0, 0, 0)

  init(arguments: Arguments, paint: Paint, output: StandardOutput, errors: StandardError) {
    isJSON = arguments.has(.json)
    isQuiet = arguments.has(.quiet)
    isVerbose = arguments.has(.verbose)
    self.paint = paint
    self.output = output
    self.errors = errors
    columns = Columns(names: arguments.files.map { Shown.escaped($0.text) })
  }

  /// A verdict, with the word before it and the movie's measures behind its name.
  mutating func show(_ verdict: Verdict, failure: Failure? = nil) throws(Stop) {
    count(verdict, failure)
    tell(verdict, failure)
    if isJSON { return try json(verdict) }
    try text([line(verdict, failure)] + reasons(verdict))
  }

  /// The facts of a movie, or why there are none.
  mutating func show(
    _ document: FactsDocument, failure: Failure? = nil
  ) throws(Stop) {
    let reasons = document.reasons ?? []
    let verdict = Verdict(
      name: document.name, reasons: document.facts == nil ? reasons : [], warnings: [], facts: nil)
    count(verdict, failure)
    tell(verdict, failure)
    if isJSON { return try json(document) }
    let title = paint(Shown.escaped(document.name), .bold)
    guard let facts = document.facts else {
      return try text([title] + ReasonText.lines(reasons, facts: nil, warnings: []))
    }
    try text(
      [title] + FactsText.lines(facts) + ReasonText.lines(reasons, facts: facts, warnings: []))
  }

  /// A plan, or the refusal that leaves nothing to plan.
  ///
  /// - Parameter fileBytes: the size of the file; 0 where it could not be read.
  mutating func show(
    _ verdict: Verdict, fileBytes: Int64 = 0, plan: Plan?, kept: Duration? = nil,
    failure: Failure? = nil
  ) throws(Stop) {
    plans.add(verdict, fileBytes: fileBytes, plan: plan, hasFailed: failure != nil)
    count(verdict, failure)
    tell(verdict, failure)
    if isJSON { return try json(PlanDocument(verdict: verdict, plan: plan)) }
    guard let plan, let facts = verdict.facts else {
      return try text([line(verdict, failure)] + reasons(verdict))
    }
    let cells = ReportText.cells(facts, kept: kept, plan: plan)
    try text(["\(columns.padded(Shown.escaped(verdict.name)))  \(cells)"])
  }

  /// What became of a movie.
  mutating func show(_ report: Report, failure: Failure? = nil) throws(Stop) {
    let verdict = Verdict(
      name: report.name, reasons: report.reasons, warnings: report.warnings, facts: report.facts)
    count(verdict, failure)
    tell(verdict, failure)
    if isVerbose, let stages = report.timing.stages {
      errors.write("\(Shown.escaped(report.name)): \(ReportText.stages(stages))\n")
    }
    if isJSON { return try json(report) }
    guard report.accepted, failure == nil else {
      return try text([line(verdict, failure)] + reasons(verdict))
    }
    try text(["\(columns.padded(Shown.escaped(report.name)))  \(ReportText.cells(report))"])
  }

  /// What became of a movie that was to be sent.
  mutating func show(_ document: UploadDocument, failure: Failure? = nil) throws(Stop) {
    let report = document.report
    let verdict = Verdict(
      name: report.name, reasons: report.reasons, warnings: report.warnings, facts: report.facts)
    count(verdict, failure)
    tell(verdict, failure)
    if isJSON { return try json(document) }
    guard report.accepted, failure == nil, let upload = document.upload else {
      return try text([line(verdict, failure)] + reasons(verdict))
    }
    let place = Shown.escaped(upload.address ?? upload.url)
    try text([
      "\(columns.padded(Shown.escaped(report.name)))  \(ReportText.cells(report))   sent: \(place)"
    ])
  }

  /// The sum under several results for people.
  mutating func showSummary() throws(Stop) {
    let total = counts.ok + counts.refused + counts.failed
    guard !isBroken else { return }
    if isJSON {
      if sumsUpPlans { try json(plans) }
      return
    }
    guard total > 1 || sumsUpPlans else { return }
    var parts: [String] = []
    if counts.ok > 0 { parts.append("\(counts.ok) ok") }
    if counts.refused > 0 { parts.append("\(counts.refused) refused") }
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    let sum = parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))"
    try text(["\(total) \(total == 1 ? "file" : "files")\(sum)"])
    if sumsUpPlans { try text(plans.lines) }
  }

  private mutating func line(_ verdict: Verdict, _ failure: Failure?) -> String {
    let word =
      failure != nil
      ? paint("error ", .red) : verdict.accepted ? paint("ok    ", .green) : paint("refuse", .red)
    let name = Shown.escaped(verdict.name)
    guard let facts = verdict.facts else { return "\(word)  \(name)" }
    return "\(word)  \(columns.padded(name))  \(columns.cells(facts))"
  }

  private func reasons(_ verdict: Verdict) -> [String] {
    ReasonText.lines(verdict.reasons, facts: verdict.facts, warnings: verdict.warnings)
  }

  private mutating func count(_ verdict: Verdict, _ failure: Failure?) {
    if failure != nil {
      counts.failed += 1
    } else if verdict.accepted {
      counts.ok += 1
    } else {
      counts.refused += 1
    }
  }

  /// Messages that are no results: warnings for people, and what went wrong inside.
  private func tell(_ verdict: Verdict, _ failure: Failure?) {
    let name = Shown.escaped(verdict.name)
    if let detail = failure?.detail { errors.message("\(name): \(Shown.escaped(detail))") }
    guard !isJSON, !isQuiet else { return }
    let isLieTold = verdict.reasons.contains { $0.code == .durationTooLong }
    for warning in verdict.warnings where !(isLieTold && warning.code == .headerLies) {
      let code = Shown.escaped(warning.code.rawValue)
      errors.message("\(name): \(code): \(Shown.escaped(warning.message))")
    }
  }

  private mutating func text(_ lines: [String]) throws(Stop) {
    if !isQuiet { try write(lines) }
  }

  private mutating func json(_ document: some Encodable) throws(Stop) {
    let line: String
    do { line = try JSONLine.text(document) } catch {
      // Only a number that is none can bring this about; the facts never hold one.
      line = #"{"name":null,"reasons":[{"code":"clipgate.fault"}]}"#
    }
    try write([line])
  }

  private mutating func write(_ lines: [String]) throws(Stop) {
    do throws(SystemError) { try output.write(lines) } catch {
      isBroken = true
      throw Stop(writing: error)
    }
  }
}
