internal import Glibc
internal import Ingest
internal import Rules
internal import Sandbox
internal import Service

/// One call of the program: its command line, where its results go, and what may end it.
struct Run {
  let arguments: Arguments
  let environment: [String: String]
  let signals: SignalWatch
  let opener: Opener
  let output: StandardOutput
  let errors = StandardError()

  init(
    arguments: Arguments, environment: [String: String], signals: SignalWatch, opener: Opener
  ) {
    self.arguments = arguments
    self.environment = environment
    self.signals = signals
    self.opener = opener
    output = StandardOutput(interruption: signals.interruption)
  }

  /// Does what the command line says.
  func perform() -> ExitStatus {
    do throws(Stop) {
      switch arguments.command {
      case .probe: return try probe()
      case .check: return try check()
      case .plan: return try plan()
      case .process: return try process()
      case .poster: return try poster()
      case .config: return try showConfiguration()
      case .doctor: return try doctor()
      case .help: return try help()
      case .serve: return try serve(as: .serve)
      case .work: return try serve(as: .work)
      case .hook: return try hook()
      case .upload: return try upload()
      }
    } catch {
      return status(of: error)
    }
  }

  /// What it means for the process that a run was stopped; said on standard error where a person
  /// would wonder.
  func status(of stop: Stop) -> ExitStatus {
    switch stop {
    case .interrupted: return .interrupted(signal: signals.caught ?? SIGINT)
    case .output(let error):
      // A reader that has seen enough, as `head`, is no news.
      if error.number != EPIPE { errors.message("standard output: \(error.description)") }
      return .files
    case .usage(let error):
      errors.message(error.message)
      return .usage
    }
  }

  /// Prints lines that are no results of files.
  func write(_ lines: [String]) throws(Stop) {
    do throws(SystemError) { try output.write(lines) } catch { throw Stop(writing: error) }
  }

  /// Something that reads the command line or the configuration.
  func parsed<Value>(_ parse: () throws(UsageError) -> Value) throws(Stop) -> Value {
    do throws(UsageError) { return try parse() } catch { throw .usage(error) }
  }

  func configuration() throws(Stop) -> Configuration {
    try parsed { () throws(UsageError) in
      try Configuration(arguments: arguments, environment: environment)
    }
  }

  func trim() throws(Stop) -> Trim {
    try parsed { () throws(UsageError) in try Trim(arguments) }
  }

  /// Makes sure that there are files, and standard input at most once.
  func requireFiles() throws(Stop) {
    let command = arguments.command.rawValue
    guard !arguments.files.isEmpty else {
      throw .usage(UsageError(message: "\(command) needs a file; see clipgate help \(command)"))
    }
    guard arguments.files.filter({ $0 == .standardInput }).count < 2 else {
      throw .usage(UsageError(message: "standard input (-) can be read only once"))
    }
    guard !arguments.files.contains(where: \.bytes.isEmpty) else {
      throw .usage(UsageError(message: "a file's name is empty"))
    }
  }

  /// Makes sure that a command that takes no files got none.
  func refuseFiles() throws(Stop) {
    guard let word = arguments.files.first else { return }
    let command = arguments.command.rawValue
    throw .usage(UsageError(message: "\(command) takes no \(Shown.quoted(word.text))"))
  }

  /// The same run with every folder replaced by the files below it.
  ///
  /// - Returns: the run, and whether a folder was among its files.
  func openingFolders() throws(Stop) -> (Run, Bool) {
    var files: [FileName] = []
    var hasFolder = false
    for file in arguments.files {
      if let folder = Folder(file) {
        hasFolder = true
        files += folder.files(interruption: signals.interruption)
      } else {
        files.append(file)
      }
    }
    if signals.interruption.isInterrupted { throw .interrupted }
    var arguments = arguments
    arguments.files = files
    return (
      Run(arguments: arguments, environment: environment, signals: signals, opener: opener),
      hasFolder
    )
  }

  func printer() -> ResultPrinter {
    let terminal = Terminal(descriptor: output.descriptor, environment: environment)
    return ResultPrinter(
      arguments: arguments, paint: Paint(isOn: terminal.hasColors), output: output, errors: errors)
  }

  /// Measures every file, and does something with each result, in the files' order.
  ///
  /// - Parameter request: `examine` or `plan`, the same for each file.
  func eachExamination(
    _ request: Request,
    _ body: (FileName, Result<Examinations.Examined, Failure>) throws(Stop) -> ExitStatus
  ) throws(Stop) -> ExitStatus {
    var examinations = Examinations(
      arguments.files, request, opener: opener, interruption: signals.interruption)
    return try eachFile { (place, file) throws(Stop) in
      let result = examinations.result(at: place)
      // A signal cuts reading short, in whatever words that comes back.
      if case .failure = result, signals.interruption.isInterrupted { throw .interrupted }
      return try body(file, result)
    }
  }

  /// Does something to every file in turn; one that fails does not stop the others.
  ///
  /// - Returns: the highest of 4, 3 and 1 that occurred; an interruption or a closed output ends
  ///   the loop and outweighs what came before where its code is higher.
  func eachFile(
    _ body: (_ place: Int, _ file: FileName) throws(Stop) -> ExitStatus
  ) throws(Stop) -> ExitStatus {
    var status = ExitStatus.accepted
    for (place, file) in arguments.files.enumerated() {
      do throws(Stop) {
        if signals.interruption.isInterrupted { throw .interrupted }
        status = status.combined(with: try body(place, file))
      } catch {
        return status.combined(with: self.status(of: error))
      }
    }
    return status
  }
}
