package import Rules

/// All that decides, besides the bytes, what a job makes of them.
///
/// Two clips of the same bytes and equal settings share a job.
package struct JobSettings: Codable, Equatable, Sendable {
  /// The limits, and the output's profile.
  package var policy: Policy
  /// What to cut off.
  package var trim: Trim
  /// Which frame becomes the poster.
  package var posterAt: PosterTime

  enum CodingKeys: String, CodingKey {
    case policy, trim
    case posterAt = "poster_at"
  }

  /// Makes settings.
  package init(policy: Policy, trim: Trim = .none, posterAt: PosterTime = .best) {
    self.policy = policy
    self.trim = trim
    self.posterAt = posterAt
  }
}
