internal import Glibc
internal import Ingest
internal import Rules
internal import Sandbox

// Facts with a drawing.
extension Run {
  /// Shows a movie's facts, and draws its time line into a file.
  func plot(into file: FileName) throws(Stop) -> ExitStatus {
    let trim = try trim()
    try requireFiles()
    guard arguments.files.count == 1 else {
      throw .usage(UsageError(message: "--plot draws one movie"))
    }
    guard file != .standardInput, !file.bytes.isEmpty else {
      throw .usage(
        UsageError(message: "--plot \(Shown.quoted(file.text)): a file's name is needed"))
    }
    let destination = Destination(movie: file, poster: nil, report: nil)
    let replaces = arguments.has(.force)
    try parsed { () throws(UsageError) in
      try Destination.checkConflicts([destination], arguments.files, replacing: replaces)
    }
    var printer = printer()
    let status = try eachFile { (_, name) throws(Stop) in
      let charted: (Examination, StagedResults?)
      do throws(Failure) {
        let input = try Input.open(name, interruption: signals.interruption)
        let results = try StagedResults(
          destination, replacing: replaces, input: try input.identity())
        charted = try chart(input, name, trim, into: results)
      } catch {
        if signals.interruption.isInterrupted { throw .interrupted }
        try printer.show(
          FactsDocument(name: name.text, facts: nil, reasons: [error.reason]), failure: error)
        return error.status
      }
      return try published(charted.0, name, charted.1, &printer)
    }
    return finished(printer, status)
  }

  /// Measures the movie and writes its drawing; without a time line there is none.
  private func chart(
    _ input: borrowing Input, _ name: FileName, _ trim: Trim, into results: StagedResults
  ) throws(Failure) -> (Examination, StagedResults?) {
    let bytes = try input.bytes()
    let descriptor = input.descriptor.number
    let (examination, line) = try Failure.ofWork { () throws(WorkFailure) in
      try opener.chart(descriptor, bytes: bytes, policy: Policy())
    }
    guard let line, let facts = examination.facts else { return (examination, nil) }
    let drawing = TimeLineDrawing(
      name: name.text, facts: facts, line: line, trim: trim, policy: Policy())
    try results.write(Array(drawing.svg.utf8))
    return (examination, results)
  }

  /// Gives the drawing its name and prints the facts: both, or neither.
  private func published(
    _ examination: Examination, _ name: FileName, _ results: StagedResults?,
    _ printer: inout ResultPrinter
  ) throws(Stop) -> ExitStatus {
    let document = FactsDocument(
      name: name.text, facts: examination.facts,
      reasons: examination.reasons.isEmpty ? nil : examination.reasons)
    guard let results else {
      try printer.show(document)
      return examination.facts == nil ? .refused : .accepted
    }
    return try Leftovers.withoutAbruptEnd { () throws(Stop) in
      let publication: Publication
      do throws(Failure) {
        publication = try results.publish(reportText: "", hasPoster: false)
      } catch {
        try printer.show(
          FactsDocument(name: name.text, facts: nil, reasons: [error.reason]), failure: error)
        return error.status
      }
      try printer.show(document)
      publication.commit()
      return .accepted
    }
  }
}
