internal import Ledger
internal import Rules
internal import Sandbox
internal import Storage

// From the errors of other rooms to answers: what may pass soon is 503, what lacks room 507.
extension Problem {
  /// A file that is larger than one may be, judged by what came of it.
  static func tooLarge(name: String, limit: Int64) -> Problem {
    let reason = Reason(
      .fileTooLarge, limit: Double(limit), unit: "bytes",
      message: "The file has more than \(limit) bytes.",
      suggestion: "make it fit: clipgate process")
    return Problem(
      refusing: Verdict(name: name, reasons: [reason], warnings: [], facts: nil))
  }

  init(_ error: StorageError) {
    switch error.code {
    case .full: self = .diskFull
    // What a store can't do now it may do later.
    case .exhausted, .unwritable, .device, .gone: self = .busy
    case .missing: self = .notFound
    default: self = .fault
    }
  }

  init(_ error: LedgerError) {
    switch error.code {
    case .full: self = .diskFull
    case .busy, .unavailable: self = .busy
    default: self = .fault
    }
  }

  init(_ failure: WorkFailure) {
    switch failure {
    case .stage(let failure) where failure.code == .diskFull: self = .diskFull
    case .stage: self = .fault
    case .unconfinable, .cancelled: self = .busy
    }
  }
}
