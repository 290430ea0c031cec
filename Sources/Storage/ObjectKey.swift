package import FoundationEssentials

/// What an object is stored under: a clip's id and what the object is to the clip.
///
/// A key is made of our own ids alone, never of a name that a client chose, so that no key leads out
/// of a store or means something to a file system.
package struct ObjectKey: Hashable, Sendable {
  /// What an object is to its clip.
  package enum Kind: Hashable, Sendable {
    /// The bytes as they were received.
    case received
    /// The movie that an attempt at the clip's job made, counted as the ledger counts attempts.
    ///
    /// The number is a fencing token: a worker whose lease ran out writes under another key than the
    /// one that took over from it.
    case movie(attempt: UInt32)
    /// The poster of the same attempt.
    case poster(attempt: UInt32)
  }

  /// The clip's id.
  package let clip: UUID
  /// What the object is to the clip.
  package let kind: Kind

  /// Makes the key of one of a clip's objects.
  ///
  /// - Parameters:
  ///   - clip: the clip's id.
  ///   - kind: what the object is to the clip.
  package init(clip: UUID, kind: Kind) {
    self.clip = clip
    self.kind = kind
  }

  /// Reads a key back from its name; nil for anything that `name` does not give.
  ///
  /// - Parameter name: a name as a store lists it.
  package init?(name: String) {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = words.first, let clip = UUID(uuidString: String(first)) else { return nil }
    let attempt = words.count == 3 ? UInt32(words[1]) : nil
    switch (words.count, words.last, attempt) {
    case (2, "received", _): self.init(clip: clip, kind: .received)
    case (3, "movie", let attempt?): self.init(clip: clip, kind: .movie(attempt: attempt))
    case (3, "poster", let attempt?): self.init(clip: clip, kind: .poster(attempt: attempt))
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
    let clip = clip.uuidString.lowercased()
    return switch kind {
    case .received: "\(clip).received"
    case .movie(let attempt): "\(clip).\(attempt).movie"
    case .poster(let attempt): "\(clip).\(attempt).poster"
    }
  }
}
