/// A client's word for one upload, and what the upload is.
package struct IdempotencyKey: Hashable, Sendable {
  /// The client's word.
  package let text: String
  /// The SHA-256 of the bytes and of everything else that the answer rests on.
  package let fingerprint: Digest

  /// Makes a key.
  package init(text: String, fingerprint: Digest) {
    self.text = text
    self.fingerprint = fingerprint
  }
}
