package import Rules

/// One stage of one movie's way, or of a picture's, as a child is asked to do it.
///
/// The movie and its outputs come as descriptors beside it; nothing in it names a file.
package enum Request: Codable, Sendable, Equatable {
  /// Measure the movie (descriptor 0).
  case examine(policy: Policy, decodesAll: Bool)
  /// Measure the movie (descriptor 0), and lay out what is shown when.
  case chart(policy: Policy)
  /// Measure the movie (descriptor 0), and tell what `make` would do with it.
  case plan(policy: Policy, trim: Trim, targetBytes: Int64?)
  /// Check, trim and compress the movie (descriptor 0) into descriptor 1, and its poster into
  /// descriptor 2 where there is one.
  case make(policy: Policy, trim: Trim, posterTime: PosterTime, targetBytes: Int64?)
  /// Make only a poster of the movie (descriptor 0), into descriptor 1.
  case poster(policy: Policy, trim: Trim, posterTime: PosterTime)
  /// Read what another child wrote (descriptor 0) like a stranger's.
  case verify(policy: Policy, expectation: Expectation)
  /// Read the poster that another child wrote (descriptor 0) like a stranger's.
  case verifyPoster(policy: Policy, poster: PosterReport)
  /// Make of a JPEG or PNG picture (descriptor 0) the one that a post shows, into descriptor 1.
  case image(policy: Policy)
  /// Read the picture of a post that another child wrote (descriptor 0) like a stranger's.
  case verifyImage(policy: Policy, image: ImageReport)

  /// The limits that the movie or picture must keep.
  package var policy: Policy {
    switch self {
    case .examine(let policy, _), .chart(let policy), .plan(let policy, _, _),
      .make(let policy, _, _, _), .poster(let policy, _, _), .verify(let policy, _),
      .verifyPoster(let policy, _), .image(let policy), .verifyImage(let policy, _):
      policy
    }
  }
}
