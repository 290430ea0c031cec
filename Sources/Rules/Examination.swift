/// What opening a movie brought to light: its facts, and reasons that hold under any policy.
public struct Examination: Codable, Sendable, Equatable {
  /// The size of the file, in bytes.
  @Count public var bytes: Int64
  /// The facts, or nil where there is no movie.
  @Nullable public var facts: Facts?
  /// What already refuses the movie (not recognised, truncated, corrupt, too complex…).
  @Listed public var reasons: [Reason]
  /// What is worth knowing and no reason to refuse, under any policy.
  @Listed public var warnings: [Warning]

  public init(bytes: Int64, facts: Facts?, reasons: [Reason], warnings: [Warning]) {
    self.bytes = bytes
    self.facts = facts
    self.reasons = reasons
    self.warnings = warnings
  }
}
