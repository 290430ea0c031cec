package import FoundationEssentials

/// What a sweep has removed or ended.
package struct Swept: Equatable, Sendable {
  /// The jobs that failed, since their lease had run out with no attempt left: their received bytes
  /// are not needed any more.
  package let failedJobs: [UUID]
  /// The removed posts that have images.
  package let postsWithImages: [UUID]
  /// How many idempotency keys were removed.
  package let keys: Int
}
