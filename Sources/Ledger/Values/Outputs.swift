/// What a job made, as the store holds it.
package struct Outputs: Equatable, Sendable {
  /// An object's size and digest, which is its entity tag.
  package struct Object: Equatable, Sendable {
    /// In bytes.
    package let byteCount: Int64
    /// The SHA-256 of its bytes.
    package let sha256: Digest

    /// Names an object's size and digest.
    package init(byteCount: Int64, sha256: Digest) {
      self.byteCount = byteCount
      self.sha256 = sha256
    }
  }

  /// The movie.
  package let movie: Object
  /// The poster.
  package let poster: Object

  /// Names both objects.
  package init(movie: Object, poster: Object) {
    self.movie = movie
    self.poster = poster
  }
}
