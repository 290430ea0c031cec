/// Why a stage brought neither an answer nor a reason to refuse its movie.
package enum WorkFailure: Error, Sendable, Equatable {
  /// Reading or writing failed, or something is wrong with us.
  case stage(StageFailure)
  /// No confined process can be had, or it was lost: what failed, without a user's text.
  case unconfinable(String)
  /// The work was cancelled.
  case cancelled

  /// A stage answered what no stage of ours answers, or its file is not what it said.
  package static let nothingMade = Self.stage(
    StageFailure(code: .fault, call: "process", number: 0))

  package init(confining error: SystemError) {
    self = .unconfinable("\(error.call): \(error.description)")
  }
}
