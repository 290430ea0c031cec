/// Accepted, or refused with every reason; a refusal is a result, not an error.
public struct Verdict: Codable, Sendable, Equatable {
  public static let schema = "clipgate.verdict/1"

  public var schema: String
  /// The argument or label that the movie came with.
  public var name: String
  public var accepted: Bool
  public var reasons: [Reason]
  public var warnings: [Warning]
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
