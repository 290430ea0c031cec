package import Rules

/// What a child says of a request.
package enum Answer: Codable, Sendable, Equatable {
  /// Of `examine`.
  case examined(Examination)
  /// Of `chart`; the time line is nil where no picture decodes.
  case charted(Examination, TimeLine?)
  /// Of `plan`; there is none for a movie that is refused.
  case planned(Examination, Plan?)
  /// Of `make` and `poster`; the expectation is nil where nothing was made to verify.
  case made(Report, Expectation?)
  /// Of `verify`.
  case verified(OutputReport)
  /// Of `verifyPoster`: it is what it must be.
  case verifiedPoster
  /// Of `image`; there is none where there are reasons against it.
  case imaged(ImageReport?, reasons: [Reason])
  /// Of `verifyImage`: it is what it must be.
  case verifiedImage
  /// The stage failed, and it was not the movie's fault.
  case failed(StageFailure)
}

/// That a stage could not be done: reading or writing failed, or something is wrong with us.
package struct StageFailure: Codable, Sendable, Equatable, Error {
  /// What kind of failure it was; nothing else is read.
  package enum Code: String, Codable, Sendable {
    /// The movie could not be read.
    case unreadable
    /// An output could not be written.
    case unwritable
    /// The device has no room for an output.
    case diskFull = "disk_full"
    /// The work was interrupted.
    case interrupted
    /// Something is wrong with us.
    case fault
  }

  /// What kind of failure it was.
  package var code: Code
  /// The call that failed.
  package var call: String
  /// The system's or library's number.
  package var number: Int32

  package init(code: Code, call: String, number: Int32) {
    self.code = code
    self.call = call
    self.number = number
  }
}
