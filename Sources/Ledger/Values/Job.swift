package import FoundationEssentials

/// One making of outputs from one content with one set of settings.
package struct Job: Equatable, Sendable {
  /// Our id, which names its objects.
  package let id: UUID
  /// The SHA-256 of the received bytes.
  package let content: Digest
  /// What is to be made of them.
  package let settings: JobSettings
  /// How many bytes were received.
  package let byteCount: Int64
  /// Where it stands.
  package let state: JobState
  /// How often it was claimed: the number of the attempt at work, or of the last one. Of a job that is
  /// done, the one whose objects stand.
  package let attempt: UInt32
  /// From 0 to 1; 1 where it is done.
  package let progress: Double
  /// How it ended; nil before.
  package let outcome: JobOutcome?
}
