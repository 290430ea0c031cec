/// How a job stands, for a sweeper that holds its objects.
package struct JobStanding: Equatable, Sendable {
  /// Where it stands.
  package let state: JobState
  /// The attempt at work or the last one; objects of lower numbers are nobody's, and those of this one
  /// stand where the job is done.
  package let attempt: UInt32
}
