package import Rules

/// The answer to an upload that was refused.
package struct Refusal: Equatable, Sendable {
  /// The HTTP status.
  package let status: Int
  /// Why.
  package let verdict: Verdict

  /// Makes a refusal.
  package init(status: Int, verdict: Verdict) {
    self.status = status
    self.verdict = verdict
  }
}
