package import FoundationEssentials

/// A job in a worker's hands, until its lease runs out.
package struct Claim: Equatable, Sendable {
  /// The job's id.
  package let job: UUID
  /// The fencing token: no other claim of the job ever has this number.
  package let attempt: UInt32
  /// Who claimed it.
  package let worker: String
  /// The SHA-256 of the received bytes.
  package let content: Digest
  /// How many bytes were received.
  package let byteCount: Int64
  /// What is to be made of them.
  package let settings: JobSettings
  /// The file name of the oldest of its clips that has one, as a label of the report.
  package let filename: String?
}
