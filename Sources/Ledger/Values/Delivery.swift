package import FoundationEssentials

/// A message about a clip that is to be sent; what it says of the clip is read when it is sent.
package struct Delivery: Equatable, Sendable {
  /// What a message is about, as its `type` has it.
  package enum Kind: String, Sendable {
    case ready = "clip.ready"
    case failed = "clip.failed"
  }

  /// A random id, the same for each try to send it.
  package let id: UUID
  /// What it is about.
  package let kind: Kind
  /// The clip.
  package let clip: UUID
  /// When the job ended or the clip joined its end, on the database's clock, in whole milliseconds.
  package let created: Date
}
