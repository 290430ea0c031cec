/// One thing that popt found on the command line, in order.
enum CommandLineItem: Equatable {
  case option(Option, FileName?)
  /// An option that nobody knows, as it was typed.
  case unknownOption(String)
  case missingValue(Option)
  case unwantedValue(Option)
  /// A command or a file: anything that is not an option, and all that follows `--`.
  case word(FileName)
}
