/// The command line, split and checked against the table of options, its values still words.
struct Arguments: Equatable {
  var command: Command
  /// What follows the command and is no option.
  var files: [FileName]
  /// The last value of each option that was given; an option without a value has the value "".
  var values: [Option: FileName]
  /// Where `upload` sends to: a `--to` with `://` in it. Every other `--to` is a time, as everywhere.
  var url: FileName?

  /// Checks the words of a command line.
  ///
  /// `--help` and `--version` win over everything else, as people expect of them.
  init(_ words: [FileName]) throws(UsageError) {
    var rest: [FileName] = []
    var values: [Option: FileName] = [:]
    var complaint: UsageError?
    for item in CommandLineReader.read(words) {
      switch item {
      case .option(.to, let value?) where value.text.contains("://"): url = value
      case .option(let option, let value): values[option] = value ?? FileName("")
      case .word(let word): rest.append(word)
      case .unknownOption(let typed): complaint = complaint ?? Self.unknown(typed)
      case .missingValue(let option):
        let placeholder = option.placeholder ?? "a value"
        complaint = complaint ?? UsageError(message: "\(option.flag) needs \(placeholder)")
      case .unwantedValue(let option):
        complaint = complaint ?? UsageError(message: "\(option.flag) takes no value")
      }
    }
    self.values = values
    if values[.version] != nil || (values[.help] != nil && rest.isEmpty) {
      command = .help
      files = []
      return
    }
    guard let word = rest.first else {
      throw complaint ?? UsageError(message: "a command is needed; see clipgate help")
    }
    command = try Self.command(word.text)
    files = Array(rest.dropFirst())
    if values[.help] != nil {
      files = command == .help ? files : [FileName(command.rawValue)]
      command = .help
      return
    }
    if let complaint { throw complaint }
    if command != .upload, let url { (self.values[.to], self.url) = (url, nil) }
    for option in Option.allCases
    where self.values[option] != nil && !option.commands.contains(command) {
      throw UsageError(message: "\(option.flag) does not go with \(command.rawValue)")
    }
  }

  /// Whether an option without a value was given.
  func has(_ option: Option) -> Bool { values[option] != nil }

  /// The command by its word.
  static func command(_ word: String) throws(UsageError) -> Command {
    if let command = Command(rawValue: word) { return command }
    let nearest = NearestWord.nearest(to: word, in: Command.allCases.map(\.rawValue)) ?? "help"
    throw UsageError(message: "unknown command \(Shown.quoted(word)); the nearest is \(nearest)")
  }

  private static func unknown(_ typed: String) -> UsageError {
    let name = String(typed.drop { $0 == "-" })
    let known = Option.allCases.map(\.rawValue)
    let nearest = NearestWord.nearest(to: name, in: known).flatMap(Option.init(rawValue:))
    let hint = nearest.map { "; the nearest is --\($0.rawValue)" } ?? ""
    return UsageError(message: "unknown option \(Shown.quoted(typed))\(hint)")
  }
}
