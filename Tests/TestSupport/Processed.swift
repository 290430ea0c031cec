/// What `process` made of one file.
package struct Processed: Sendable, CustomStringConvertible {
  package let source: String
  /// What was asked beside the names.
  package let flags: [String]
  package let folder: ScratchFolder
  package let movie: String
  package let poster: String
  package let answer: Answer

  package var isAccepted: Bool { answer.isAccepted }
  package var isRefused: Bool { answer.isRefused }
  package var report: JSON { answer.document }
  package var summary: String { answer.summary }
  /// What was done and why, as `plan` tells it before.
  package var way: JSON { report["plan"] }

  /// What `plan` says of the same file and the same flags.
  package func plan() throws -> JSON {
    var flags = flags
    while let place = flags.firstIndex(where: { ["--poster-at", "--progress"].contains($0) }) {
      flags.removeSubrange(place..<min(place + 2, flags.count))
    }
    flags.removeAll { $0 == "--force" }
    return try Clipgate.plan(source, flags: flags).document["plan"]
  }

  package var description: String { summary }
}
