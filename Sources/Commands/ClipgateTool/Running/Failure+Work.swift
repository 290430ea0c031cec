internal import Sandbox

extension Failure {
  /// What it means for a file that its stages failed.
  init(_ failure: WorkFailure) {
    switch failure {
    case .stage(let failure): self.init(failure)
    case .unconfinable(let why): self = .unconfinable(why)
    case .cancelled: self = .interrupted
    }
  }

  /// Does work, and throws what its failure means for the file.
  static func ofWork<Value>(
    _ work: () throws(WorkFailure) -> Value
  ) throws(Failure) -> Value {
    do throws(WorkFailure) { return try work() } catch { throw Failure(error) }
  }
}
