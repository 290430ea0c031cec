package import FoundationEssentials

/// What an object is stored under: the id of what owns it, and what the object is to its owner.
///
/// A job owns the bytes that came in and what was made of them, since several clips of the same bytes
/// may share one job; a post owns its picture. A key is made of our own ids alone, never of a name
/// that a client chose, so that no key leads out of a store or means something to a file system.
package struct ObjectKey: Hashable, Sendable {
  /// What an object is to its owner.
  package enum Kind: Hashable, Sendable {
    /// The bytes as they were received.
    case received
    /// The movie that an attempt at the job made, counted as the ledger counts attempts.
    ///
    /// The number is a fencing token: a worker whose lease ran out writes under another key than the
    /// one that took over from it.
    case movie(attempt: UInt32)
    /// The poster of the same attempt.
    case poster(attempt: UInt32)
    /// The picture of a post, as it is shown; the owner is the post.
    case image
  }

  /// The owner's id: a job's, or for an `image` a post's.
  package let job: UUID
  /// What the object is to its owner.
  package let kind: Kind

  /// Makes the key of one of an owner's objects.
  ///
  /// - Parameters:
  ///   - job: the owner's id: a job's, or for an `image` a post's.
  ///   - kind: what the object is to its owner.
  package init(job: UUID, kind: Kind) {
    self.job = job
    self.kind = kind
  }

  /// Reads a key back from its name; nil for anything that `name` does not give.
  ///
  /// - Parameter name: a name as a store lists it.
  package init?(name: String) {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = words.first, let job = UUID(uuidString: String(first)) else { return nil }
    let attempt = words.count == 3 ? UInt32(words[1]) : nil
    switch (words.count, words.last, attempt) {
    case (2, "received", _): self.init(job: job, kind: .received)
    case (2, "image", _): self.init(job: job, kind: .image)
    case (3, "movie", let attempt?): self.init(job: job, kind: .movie(attempt: attempt))
    case (3, "poster", let attempt?): self.init(job: job, kind: .poster(attempt: attempt))
    default: return nil
    }
    // One key has one name: no capital letters, no sign, no zeros before a number.
    guard self.name == name else { return nil }
  }

  /// The key as a name of lower-case letters, digits, hyphens and full stops, at most 54 bytes long.
  ///
  /// For instance `0f5c…-….received` and `0f5c…-….2.movie`; it is no path, and needs no escapes in a
  /// URL.
  package var name: String {
    let job = job.uuidString.lowercased()
    return switch kind {
    case .received: "\(job).received"
    case .image: "\(job).image"
    case .movie(let attempt): "\(job).\(attempt).movie"
    case .poster(let attempt): "\(job).\(attempt).poster"
    }
  }
}
