/// Accepted, or refused with every reason; a refusal is a result, not an error.
public struct Verdict: Codable, Sendable, Equatable {
  /// The name and version of the JSON document.
  public static let schema = "clipgate.verdict/1"

  /// Always `Verdict.schema`.
  public var schema: String
  /// The argument or label that the movie came with.
  public var name: String
  /// Whether there is no reason against it.
  public var accepted: Bool
  /// Every reason for a refusal; empty where it is accepted.
  @Listed public var reasons: [Reason]
  /// What is worth knowing and no reason to refuse.
  @Listed public var warnings: [Warning]
  /// What the movie is; nil where none was found.
  @Nullable public var facts: Facts?

  public init(name: String, reasons: [Reason], warnings: [Warning], facts: Facts?) {
    self.schema = Self.schema
    self.name = name
    self.accepted = reasons.isEmpty
    self.reasons = reasons
    self.warnings = warnings
    self.facts = facts
  }
}
