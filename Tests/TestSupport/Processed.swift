/// What `process` made of one file.
package struct Processed: Sendable, CustomStringConvertible {
  package let source: String
  package let folder: ScratchFolder
  package let movie: String
  package let poster: String
  package let answer: Answer

  package var isAccepted: Bool { answer.isAccepted }
  package var isRefused: Bool { answer.isRefused }
  package var report: JSON { answer.document }
  package var summary: String { answer.summary }
  package var description: String { summary }
}
