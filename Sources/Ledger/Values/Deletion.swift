package import FoundationEssentials

/// What went with a clip, and whose objects are to be removed.
package struct Deletion: Equatable, Sendable {
  /// The clip's job where no other clip has it: it is gone, and its received bytes and the outputs of
  /// its attempts are nobody's any more. Nil where other clips have it.
  package let job: Job?
  /// The posts that went with the clip and have images.
  package let postsWithImages: [UUID]
}
