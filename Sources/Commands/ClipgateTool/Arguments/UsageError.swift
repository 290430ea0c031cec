/// That the command line or the configuration is wrong: exit status 2.
struct UsageError: Error, Equatable {
  /// One line for people, without the program's name; it names the flag or key at fault.
  var message: String
}
