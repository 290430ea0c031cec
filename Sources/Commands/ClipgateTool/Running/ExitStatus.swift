/// How a run ended, the same for every command.
enum ExitStatus: Equatable, Sendable {
  case accepted
  /// At least one movie was refused.
  case refused
  /// The command line or the configuration is wrong.
  case usage
  /// A file can't be read or written.
  case files
  /// A fault of ours.
  case fault
  /// A signal ended the run.
  case interrupted(signal: Int32)

  /// What the process answers.
  var code: Int32 {
    switch self {
    case .accepted: 0
    case .refused: 1
    case .usage: 2
    case .files: 3
    case .fault: 4
    case .interrupted(let signal): 128 + signal
    }
  }

  /// The status of a run of which one part ended so and another so.
  ///
  /// An interruption outweighs all; then the highest of 4, 3, 1. A wrong command line ends a run
  /// before any file is looked at, so 2 never meets another.
  func combined(with other: ExitStatus) -> ExitStatus { code >= other.code ? self : other }
}
