/// What `help` prints, at most 80 columns wide.
enum HelpText {
  static let columns = 80

  /// All commands.
  static func overview() -> [String] {
    var lines = ["Clipgate checks, trims and compresses short movies.", ""]
    lines += ["Usage: clipgate COMMAND [OPTION...] [FILE...]", "", "Commands:"]
    for command in Command.allCases { lines += row(command.synopsis, command.summary) }
    lines += ["", "clipgate help COMMAND explains one; clipgate --version prints versions.", ""]
    return lines + files() + [""] + values() + [""] + statuses()
  }

  /// One command.
  static func page(_ command: Command) -> [String] {
    var lines = ["clipgate \(command.rawValue): \(command.summary)", ""]
    lines += ["Usage: clipgate \(command.synopsis) [OPTION...]", ""]
    for paragraph in command.description { lines += wrapped(paragraph, indent: 0) + [""] }
    let options = Option.allCases.filter { $0.commands.contains(command) }
    lines.append("Options:")
    if command == .upload { lines += row("--to URL", "send there, by http or https") }
    for option in options { lines += row(option.usage, option.summary) }
    if command == .probe { lines += ["", "The policy's options are taken and ignored."] }
    lines += ["", "Examples:"] + command.examples.map { "  \($0)" } + [""]
    if ![.config, .doctor, .help].contains(command) { lines += files() + [""] + values() + [""] }
    return lines + statuses()
  }

  private static func files() -> [String] {
    ["Files:"]
      + wrapped(
        "- is standard input. Options stand before or after files; what follows -- is no option, "
          + "so that a name may start with a dash. One bad file does not stop the others.",
        indent: 2)
  }

  private static func values() -> [String] {
    ["Values:"] + row("T", "a time: 3.3, 3.3s, 900ms or 1:02.5")
      + row("N", "a size: 10485760, 10MB (10^6), 10MiB (2^20); 10M is refused as ambiguous")
  }

  private static func statuses() -> [String] {
    ["Exit status:"] + row("0", "all accepted and done") + row("1", "at least one refused")
      + row("2", "the command line or configuration is wrong")
      + row("3", "a file can't be read or written, or a server not reached")
      + row("4", "a fault of clipgate or its libraries")
      + row("130, 143, 129", "interrupted by SIGINT, SIGTERM, SIGHUP")
      + wrapped("With several files the highest of 4, 3 and 1 that occurred.", indent: 2)
  }

  /// A term, and what it means beside it or, where the term is long, below it.
  private static func row(_ term: String, _ text: String) -> [String] {
    let indent = 28
    var lines = wrapped(text, indent: indent)
    let start = "  \(term)"
    guard start.count + 2 <= indent, let first = lines.first else { return [start] + lines }
    lines[0] = start.padded(to: indent) + first.dropFirst(indent)
    return lines
  }

  private static func wrapped(_ text: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > columns {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [margin + line]
  }
}
