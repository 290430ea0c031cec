/// What opening a movie brought to light: its facts, and reasons that hold under any policy.
public struct Examination: Sendable, Equatable {
  /// The size of the file, in bytes.
  public var bytes: Int64
  /// The facts, or nil where there is no movie.
  public var facts: Facts?
  /// What already refuses the movie (not recognised, truncated, corrupt, too complex…).
  public var reasons: [Reason]
  /// What is worth knowing and no reason to refuse, under any policy.
  public var warnings: [Warning]

  public init(bytes: Int64, facts: Facts?, reasons: [Reason], warnings: [Warning]) {
    self.bytes = bytes
    self.facts = facts
    self.reasons = reasons
    self.warnings = warnings
  }
}
