internal import Glibc
internal import Sandbox

/// What ends a run before its last file.
enum Stop: Error {
  /// A signal came.
  case interrupted
  /// Nobody takes the results any more.
  case output(SystemError)
  /// The command line turned out to be wrong before work began.
  case usage(UsageError)

  /// What a failure to write results means; `EINTR` is a signal.
  init(writing error: SystemError) { self = error.number == EINTR ? .interrupted : .output(error) }
}
