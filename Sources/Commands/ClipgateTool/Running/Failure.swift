internal import Glibc
internal import Rules
internal import Sandbox

/// That one file could not be dealt with: a result line of its own, and what it means for the run.
struct Failure: Error {
  /// The reason that stands in the result.
  var reason: Reason
  /// `.files` or `.fault`.
  var status: ExitStatus
  /// What failed, for the one who looks after this program; no user's text.
  var detail: String?

  /// The input can't be read.
  static func unreadable(_ why: String) -> Failure {
    Failure(
      reason: Reason(.fileUnreadable, message: "The file can't be read: \(why)."), status: .files)
  }

  /// The output can't be written; `path` is shown to people and not part of `error`.
  static func unwritable(_ path: FileName, _ error: SystemError) -> Failure {
    if error.isFull {
      return Failure(
        reason: Reason(.outputDiskFull, message: "There is no room for \(path.text)."),
        status: .files)
    }
    if error.number == EEXIST { return taken(path) }
    if error.number == ENAMETOOLONG { return nameTooLong(path) }
    return Failure(
      reason: Reason(
        .outputUnwritable, message: "\(path.text) can't be written: \(error.description)."),
      status: .files)
  }

  /// A file is there already.
  static func taken(_ path: FileName) -> Failure {
    Failure(
      reason: Reason(
        .outputExists, message: "\(path.text) is there already and is not overwritten.",
        suggestion: "replace it: --force"),
      status: .files)
  }

  /// The file system takes no such name; found before any work, as each place is looked at then.
  ///
  /// In a directory results are called after their input and nothing else, so that whoever knows the
  /// one finds the others: a name is never shortened.
  static func nameTooLong(_ path: FileName) -> Failure {
    let length = path.lastComponent.bytes.count
    return Failure(
      reason: Reason(
        .outputNameTooLong,
        message: "\(path.text) can't be written: its name of \(length) bytes"
          + " is too long there.",
        suggestion: "give a shorter one: -o FILE"),
      status: .files)
  }

  /// A device, directory or the like is where the output should go.
  static func notAFile(_ path: FileName) -> Failure {
    Failure(
      reason: Reason(
        .outputUnwritable, message: "\(path.text) is not a regular file and is never replaced."),
      status: .files)
  }

  /// The output would be what is read.
  static func inputItself(_ path: FileName) -> Failure {
    Failure(
      reason: Reason(
        .outputExists, message: "\(path.text) is the input itself and is never overwritten."),
      status: .files)
  }

  /// The pipeline accepted a movie and made nothing, or something that can't be told.
  static let nothingMade = Failure(StageFailure(code: .fault, call: "process", number: 0))

  /// No confined process can be had for a movie.
  static func unconfinable(_ why: String) -> Failure {
    Failure(
      reason: Reason(
        .clipgateFault, message: "Clipgate failed to do this; the fault is not the movie's."),
      status: .fault, detail: "confinement: \(why)")
  }

  /// A signal came; whoever sees this asks `SignalWatch` and prints no result.
  static let interrupted = Failure(StageFailure(code: .interrupted, call: "process", number: 0))

  /// An error of the pipeline, interruptions apart.
  init(_ error: StageFailure) {
    switch error.code {
    case .unreadable:
      self = .unreadable(SystemError(error.call, error.number).description)
    case .diskFull:
      self.init(
        reason: Reason(.outputDiskFull, message: "There is no room for the output."),
        status: .files)
    case .unwritable:
      let why = SystemError(error.call, error.number).description
      self.init(
        reason: Reason(.outputUnwritable, message: "The output can't be written: \(why)."),
        status: .files)
    case .interrupted, .fault:
      self.init(
        reason: Reason(
          .clipgateFault, message: "Clipgate failed to do this; the fault is not the movie's."),
        status: .fault, detail: "\(error.code.rawValue): \(error.call) failed (\(error.number))")
    }
  }

  init(reason: Reason, status: ExitStatus, detail: String? = nil) {
    self.reason = reason
    self.status = status
    self.detail = detail
  }
}

// Codes of the command line alone, beside those that judge movies.
extension Reason.Code {
  /// A file is where the output should go, and `--force` was not given.
  static let outputExists = Self(rawValue: "output.exists")
  /// The output's name is longer than the file system takes.
  static let outputNameTooLong = Self(rawValue: "output.name_too_long")
  /// The output can't be written.
  static let outputUnwritable = Self(rawValue: "output.unwritable")
  /// The output's device is full.
  static let outputDiskFull = Self(rawValue: "output.disk_full")
  /// Something is wrong with this program or its libraries.
  static let clipgateFault = Self(rawValue: "clipgate.fault")
}
