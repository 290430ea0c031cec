internal import FFmpeg
internal import Rules

// Whether pictures and sound can be kept as they are.
extension Processing {
  /// How often sound beside copied pictures is made again with a lower rate.
  private static let attempts = 4

  /// What is done, and the copy where pictures are kept.
  struct Choice {
    var plan: Plan
    var copy: (product: Cut.Product, pictures: CopiedPictures)?
  }

  /// Tries what the facts allow until the packets allow it too.
  func choose(_ accepted: Accepted) throws -> Choice {
    let outer = watch.begin(.read)
    defer { watch.begin(outer) }
    let movie = accepted.movie
    let decided = accepted.plan
    // Hidden media may be of the sound alone; then, and where only the sound can't be kept, the
    // pictures still are.
    var attempt = decided
    if decided.action == .encode {
      attempt = Plan.decide(
        facts: movie.facts, policy: policy, trim: trim, targetBytes: targetBytes,
        countsHiddenMedia: false)
      attempt.reasons = decided.reasons
    }
    if movie.pictureEdits != nil || movie.soundEdits != nil, attempt.action != .encode {
      attempt.action = .encode
      if decided.action != .encode { attempt.reasons = ["an edit list of several parts"] }
    }
    while attempt.action != .encode, purpose == .movie {
      do {
        let copy = try copied(
          movie, keepsSound: attempt.action == .copy, kept: accepted.kept)
        return Choice(plan: attempt, copy: copy)
      } catch let obstacle as Copying.NotCopyable {
        attempt.action = obstacle.isOfSound && attempt.action == .copy ? .remux : .encode
        if decided.action != .encode { attempt.reasons = [obstacle.reason] }
      }
    }
    return Choice(plan: decided.action == .encode ? decided : attempt)
  }

  /// The movie's own pictures in a new file.
  private func copied(
    _ movie: Movie, keepsSound: Bool, kept: Range<Duration>
  ) throws -> (Cut.Product, CopiedPictures) {
    var copying = Copying(
      file: file, movie: movie, policy: policy, keepsSound: keepsSound,
      soundBitRate: policy.profile.audioBitRate, interruption: interruption)
    var (product, pictures) = try copying.run()
    // Sound of a lower rate than the profile's would only be blown up: it gets what room there is.
    let seconds = max(0.04, (kept.upperBound - kept.lowerBound).printedSeconds)
    for _ in 1..<Self.attempts
    where !keepsSound && product.bytes > file.size && product.hasSound
      && copying.soundBitRate > Fitting.lowestSoundRate
    {
      let excess = Int((Double(product.bytes - file.size) * 8 / seconds).rounded(.up))
      copying.soundBitRate = max(Fitting.lowestSoundRate, copying.soundBitRate - excess - 1_000)
      (product, pictures) = try copying.run()
    }
    guard product.bytes <= min(policy.maxBytes, targetBytes ?? policy.maxBytes) else {
      throw Copying.NotCopyable(reason: "over the bytes allowed")
    }
    return (product, pictures)
  }

  /// Decodes copied pictures as they were written.
  ///
  /// - Returns: the poster, or nil where a picture is damaged.
  func undamaged(
    _ accepted: Accepted, _ pictures: CopiedPictures
  ) throws -> Poster? {
    var silent = accepted.movie
    silent.audio = nil
    let seen = try Cut(
      file: file, movie: silent, policy: policy, kept: accepted.kept, posterTime: posterTime,
      purpose: .inspection, interruption: interruption, maxBytes: policy.maxBytes,
      copied: pictures, watch: watch
    ).run { _ in }
    return seen.warnings.isEmpty ? seen.poster : nil
  }
}
