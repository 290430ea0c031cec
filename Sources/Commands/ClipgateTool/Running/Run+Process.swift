internal import Glibc
internal import Ingest
internal import Rules
internal import Sandbox
internal import Service

// The commands that write.
extension Run {
  /// What is the same for all files of a run.
  struct Orders {
    var policy: Policy
    var trim: Trim
    var posterTime: PosterTime
    var targetBytes: Int64?
    var replaces: Bool
    var terminal: Terminal?

    /// A bar for a file, where bars are wanted.
    func bar(
      _ file: FileName, started: ContinuousClock.Instant, errors: StandardError
    ) -> ProgressBar? {
      terminal.map { terminal in
        ProgressBar(
          name: Shown.escaped(file.text), terminal: terminal,
          clock: { ContinuousClock.now - started }, write: errors.write)
      }
    }
  }

  /// Checks, trims and compresses movies, with their posters.
  func process() throws(Stop) -> ExitStatus {
    let orders = try orders()
    try requireFiles()
    let output = try requireOutput("FILE or DIR")
    let destinations = try parsed { () throws(UsageError) in
      try Destination.all(
        for: arguments.files, output: output, poster: arguments.values[.poster],
        replacing: orders.replaces)
    }
    var printer = printer()
    let status = try eachFile { (place, file) throws(Stop) in
      try written(file, to: destinations[place], orders, &printer) {
        (input, results, progress) throws(Failure) in
        try Failure.ofWork { () throws(WorkFailure) in
          try opener.process(
            input, name: file.text, output: results.mainDescriptor,
            poster: results.posterDescriptor, policy: orders.policy, trim: orders.trim,
            posterTime: orders.posterTime, targetBytes: orders.targetBytes, progress: progress)
        }
      }
    }
    return finished(printer, status)
  }

  /// Makes only a poster.
  func poster() throws(Stop) -> ExitStatus {
    let orders = try orders()
    try requireFiles()
    let output = try requireOutput("OUT.jpg")
    guard arguments.files.count == 1 else {
      throw .usage(UsageError(message: "poster takes one file"))
    }
    guard output != FileName("-"), !output.bytes.isEmpty else {
      throw .usage(UsageError(message: "-o \(Shown.quoted(output.text)): a file's name is needed"))
    }
    let destination = Destination(movie: output, poster: nil, report: nil)
    try parsed { () throws(UsageError) in
      try Destination.checkConflicts(
        [destination], arguments.files, replacing: arguments.has(.force))
    }
    var printer = printer()
    let status = try eachFile { (_, file) throws(Stop) in
      try written(file, to: destination, orders, &printer) {
        (input, results, _) throws(Failure) in
        try Failure.ofWork { () throws(WorkFailure) in
          try opener.poster(
            input, name: file.text, into: results.mainDescriptor, policy: orders.policy,
            trim: orders.trim, posterTime: orders.posterTime)
        }
      }
    }
    return finished(printer, status)
  }

  /// Reads what the command line says of the work.
  func orders() throws(Stop) -> Orders {
    let policy = try configuration().policy
    let trim = try trim()
    return try parsed { () throws(UsageError) in
      let time = try arguments.value(.posterAt) { (text) throws(ParsingError) in
        try PosterTime(parsing: text)
      }
      let target = try arguments.targetBytes()
      let terminal = Terminal(descriptor: errors.descriptor, environment: environment)
      let bar: Terminal? =
        switch try arguments.progress() {
        case .always: terminal
        case .auto: terminal.isInteractive && !arguments.has(.quiet) ? terminal : nil
        case .never: nil
        }
      return Orders(
        policy: policy, trim: trim, posterTime: time ?? .best, targetBytes: target,
        replaces: arguments.has(.force), terminal: bar)
    }
  }

  private func requireOutput(_ what: String) throws(Stop) -> FileName {
    guard let output = arguments.values[.output] else {
      throw .usage(UsageError(message: "\(arguments.command.rawValue) needs -o \(what)"))
    }
    return output
  }

  /// Does the work on one file, publishes what it made, and prints the result in each case.
  private func written(
    _ file: FileName, to destination: Destination, _ orders: Orders,
    _ printer: inout ResultPrinter,
    work: (
      _ input: Int32, _ results: StagedResults, _ progress: (Double) -> Void
    ) throws(Failure) -> Report
  ) throws(Stop) -> ExitStatus {
    let clock = ContinuousClock()
    let started = clock.now
    var bar = orders.bar(file, started: started, errors: errors)
    let result: Result<(Report, StagedResults), Failure>
    do throws(Failure) {
      result = .success(try made(file, destination, orders, &bar, work))
    } catch {
      result = .failure(error)
    }
    // Off the terminal before a result is printed to it.
    bar?.clear()
    let failure: Failure
    switch result {
    case .success((let report, _)) where !report.accepted:
      try printer.show(report)
      return .refused
    case .success((let report, let results)):
      guard let failed = try published(report, results, &printer) else {
        bar?.finish()
        return .accepted
      }
      failure = failed
    case .failure(let failed):
      failure = failed
    }
    // A signal cuts work short, in whatever words that comes back.
    if signals.interruption.isInterrupted { throw .interrupted }
    try printer.show(failure.report(name: file.text, wall: clock.now - started), failure: failure)
    return failure.status
  }

  /// Gives the files their names and prints the result: both, or neither.
  ///
  /// Whoever reads the result finds the files, so they come first; where the result can't be told,
  /// nobody learns of them, and they go again.
  ///
  /// - Returns: why there are no files, or nil.
  private func published(
    _ report: Report, _ results: StagedResults, _ printer: inout ResultPrinter
  ) throws(Stop) -> Failure? {
    let text: String
    do { text = try JSONLine.text(report) } catch { return .nothingMade }
    // A second signal waits until everything is there, or nothing.
    return try Leftovers.withoutAbruptEnd { () throws(Stop) in
      let publication: Publication
      do throws(Failure) {
        publication = try results.publish(reportText: text, hasPoster: report.poster != nil)
      } catch {
        return error
      }
      try printer.show(report)
      publication.commit()
      return nil
    }
  }

  /// Opens the input and works.
  private func made(
    _ file: FileName, _ destination: Destination, _ orders: Orders, _ bar: inout ProgressBar?,
    _ work: (Int32, StagedResults, (Double) -> Void) throws(Failure) -> Report
  ) throws(Failure) -> (Report, StagedResults) {
    let input = try Input.open(file, interruption: signals.interruption)
    let results = try StagedResults(
      destination, replacing: orders.replaces, input: try input.identity())
    var report = try work(input.descriptor.number, results) { bar?.show($0) }
    guard report.accepted else { return (report, results) }
    if report.output != nil {
      report.output?.path = destination.movie.text
      report.poster?.path = destination.poster?.text
    } else {
      report.poster?.path = destination.movie.text
    }
    guard report.output != nil || report.poster != nil else { throw .nothingMade }
    // The last moment to turn back: from here on everything is there, or nothing.
    guard !signals.interruption.isInterrupted else { throw .interrupted }
    return (report, results)
  }
}
