internal import Rules

/// What `probe --json` says of a file.
struct FactsDocument: Encodable {
  let schema = "clipgate.facts/1"
  var name: String
  @Nullable var facts: Facts?
  /// Left out where there is nothing to say against the movie.
  var reasons: [Reason]?
}

/// What `plan --json` says of a file: the verdict on what the trim leaves, and the plan.
struct PlanDocument: Encodable {
  let schema = "clipgate.plan/1"
  var name: String
  var accepted: Bool
  var reasons: [Reason]
  var warnings: [Warning]
  @Nullable var facts: Facts?
  @Nullable var plan: Plan?

  init(verdict: Verdict, plan: Plan?) {
    name = verdict.name
    accepted = verdict.accepted
    reasons = verdict.reasons
    warnings = verdict.warnings
    facts = verdict.facts
    self.plan = plan
  }
}
