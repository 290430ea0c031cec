/// The program.
enum Clipgate {
  /// The version of the program, by semantic versioning.
  static let version = "0.1.0"

  /// Reads a command line and does what it says.
  ///
  /// - Parameters:
  ///   - words: what follows the program's name.
  ///   - signals: watching already.
  static func run(
    _ words: [FileName], environment: [String: String], signals: SignalWatch
  ) -> ExitStatus {
    do throws(UsageError) {
      let arguments = try Arguments(words)
      return Run(arguments: arguments, environment: environment, signals: signals).perform()
    } catch {
      StandardError().message(error.message)
      return .usage
    }
  }
}
