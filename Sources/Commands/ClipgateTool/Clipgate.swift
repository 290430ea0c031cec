/// The program.
enum Clipgate {
  /// The version of the program, by semantic versioning.
  static let version = "0.1.0"

  /// Reads a command line and does what it says.
  ///
  /// - Parameters:
  ///   - words: what follows the program's name.
  ///   - signals: not watching yet: the fork server is made while there is one thread.
  static func run(
    _ words: [FileName], environment: () -> [String: String], signals: SignalWatch
  ) -> ExitStatus {
    do throws(UsageError) {
      let arguments = try Arguments(words)
      let opener = Opener(for: arguments, interruption: signals.interruption)
      signals.begin()
      return Run(
        arguments: arguments, environment: environment(), signals: signals, opener: opener
      ).perform()
    } catch {
      StandardError().message(error.message)
      return .usage
    }
  }
}
