/// How a run on one file ended, and the document that it printed.
package struct Answer: Sendable, CustomStringConvertible {
  package let outcome: Outcome
  package let document: JSON

  package var isAccepted: Bool { outcome.ending == .exit(0) && document["accepted"].bool == true }
  package var isRefused: Bool { outcome.ending == .exit(1) && document["accepted"].bool == false }
  package var facts: JSON { document["facts"] }
  package var presented: Double? { facts["duration"]["presented"].double }
  /// The codes of all reasons of a refusal.
  package var codes: [String] { document["reasons"].items.compactMap { $0["code"].string } }
  package var warnings: [String] { document["warnings"].items.compactMap { $0["code"].string } }

  package var description: String { summary }

  /// One line that tells how a run ended, for the comment of an expectation.
  package var summary: String {
    "\(outcome.ending) \(codes) \(outcome.errors.prefix(300))"
  }
}
