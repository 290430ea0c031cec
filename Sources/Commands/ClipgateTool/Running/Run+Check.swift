internal import Ingest
internal import Rules
internal import Sandbox

// The commands that only look.
extension Run {
  /// Shows facts, by the default limits: policy's options and files are ignored.
  ///
  /// A movie that is damaged but can be measured has facts, and its reasons beside them; only where
  /// there are no facts does the command say no.
  func probe() throws(Stop) -> ExitStatus {
    if let file = arguments.values[.plot] { return try plot(into: file) }
    for option in [Option.from, .head, .to, .tail, .fit, .force] where arguments.has(option) {
      throw .usage(UsageError(message: "probe takes \(option.flag) with --plot alone"))
    }
    try requireFiles()
    var printer = printer()
    let status = try eachExamination(.examine(policy: Policy(), decodesAll: false)) {
      (file, result) throws(Stop) in
      switch result {
      case .success(let examined):
        let examination = examined.examination
        let reasons = examination.reasons.isEmpty ? nil : examination.reasons
        try printer.show(
          FactsDocument(name: file.text, facts: examination.facts, reasons: reasons))
        return examination.facts == nil ? .refused : .accepted
      case .failure(let failure):
        try printer.show(
          FactsDocument(name: file.text, facts: nil, reasons: [failure.reason]), failure: failure)
        return failure.status
      }
    }
    return finished(printer, status)
  }

  /// Gives verdicts.
  func check() throws(Stop) -> ExitStatus {
    let policy = try configuration().policy
    let trim = try trim()
    try requireFiles()
    var printer = printer()
    let decodesAll = arguments.has(.deep)
    let status = try eachExamination(.examine(policy: policy, decodesAll: decodesAll)) {
      (file, result) throws(Stop) in
      switch result {
      case .success(let examined):
        let verdict = examined.examination.verdict(name: file.text, policy: policy, trim: trim)
        try printer.show(verdict)
        return verdict.accepted ? .accepted : .refused
      case .failure(let failure):
        try printer.show(failure.verdict(name: file.text), failure: failure)
        return failure.status
      }
    }
    return finished(printer, status)
  }

  /// Tells what `process` would do, with each file of a folder too.
  func plan() throws(Stop) -> ExitStatus {
    let policy = try configuration().policy
    let trim = try trim()
    let targetBytes = try parsed { () throws(UsageError) in try arguments.targetBytes() }
    try requireFiles()
    let (run, hasFolder) = try openingFolders()
    var printer = run.printer()
    printer.sumsUpPlans = hasFolder
    let status = try run.eachExamination(
      .plan(policy: policy, trim: trim, targetBytes: targetBytes)
    ) { (file, result) throws(Stop) in
      switch result {
      case .success(let examined):
        // As for `process`, the bytes that count are the output's.
        let verdict = examined.examination.verdict(
          name: file.text, policy: policy, trim: trim, countsBytes: false)
        guard verdict.accepted, let facts = verdict.facts else {
          try printer.show(verdict, fileBytes: examined.examination.bytes, plan: nil)
          return .refused
        }
        guard let plan = examined.plan else {
          let failure = Failure.nothingMade
          try printer.show(failure.verdict(name: file.text), plan: nil, failure: failure)
          return failure.status
        }
        let kept = facts.duration.presented.flatMap {
          trim.kept(of: $0, limit: policy.maxDuration)
        }
        try printer.show(
          verdict, fileBytes: examined.examination.bytes, plan: plan,
          kept: kept.map { $0.upperBound - $0.lowerBound })
        return .accepted
      case .failure(let failure):
        try printer.show(failure.verdict(name: file.text), plan: nil, failure: failure)
        return failure.status
      }
    }
    return finished(printer, status)
  }

  /// Prints the sum, unless the run was cut short.
  func finished(_ printer: consuming ResultPrinter, _ status: ExitStatus) -> ExitStatus {
    if case .interrupted = status { return status }
    do throws(Stop) { try printer.showSummary() } catch {
      return status.combined(with: self.status(of: error))
    }
    return status
  }
}

extension Failure {
  /// The result of a file that was not judged.
  func verdict(name: String) -> Verdict {
    Verdict(name: name, reasons: [reason], warnings: [], facts: nil)
  }

  /// The result of a file that was not processed.
  func report(name: String, wall: Duration) -> Report {
    Report(
      verdict: verdict(name: name), plan: nil, output: nil, poster: nil,
      timing: Timing(wall: wall, cpu: nil))
  }
}
