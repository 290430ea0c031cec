package import FoundationEssentials
package import Rules

/// A movie that is to become a clip.
package struct Admission: Sendable {
  /// What became of it.
  package enum Answer: Equatable, Sendable {
    /// A new clip.
    case admitted(Clip)
    /// The clip that the idempotency key got before, as it is now.
    case repeated(Clip)
    /// The refusal that the idempotency key got, now or before.
    case refused(Refusal)
    /// The idempotency key belongs to another upload.
    case conflict
  }

  /// A new random id for the clip.
  package var clip: UUID
  /// A new random id for a job, under which the received bytes are in the store already.
  package var job: UUID
  /// The SHA-256 of the received bytes.
  package var content: Digest
  /// How many bytes were received.
  package var byteCount: Int64
  /// What is to be made of them.
  package var settings: JobSettings
  /// The verdict that accepted them, as it is given in the answer.
  package var verdict: Verdict
  /// What the client called the movie.
  package var labels: Labels
  /// What makes a repeat known; nil where the client sent none.
  package var key: IdempotencyKey?
  /// The post that the movie belongs to; nil for none.
  package var post: NewPost?

  /// Makes an admission.
  package init(
    clip: UUID, job: UUID, content: Digest, byteCount: Int64, settings: JobSettings,
    verdict: Verdict, labels: Labels = Labels(), key: IdempotencyKey? = nil, post: NewPost? = nil
  ) {
    self.clip = clip
    self.job = job
    self.content = content
    self.byteCount = byteCount
    self.settings = settings
    self.verdict = verdict
    self.labels = labels
    self.key = key
    self.post = post
  }
}
