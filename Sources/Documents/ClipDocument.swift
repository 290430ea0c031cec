package import FoundationEssentials
package import Ledger
package import Rules

/// A clip as answers, events and webhooks have it.
package struct ClipDocument: Encodable, Equatable, Sendable {
  /// Where the clip and what was made of it is to be had.
  package struct URLs: Encodable, Equatable, Sendable {
    /// The clip itself.
    package var `self`: String
    /// Its events.
    package var events: String
    /// Its movie.
    package var movie: String
    /// Its poster.
    package var poster: String
  }

  /// What the client called it.
  package struct Names: Encodable, Equatable, Sendable {
    /// The name of its file.
    @Nullable package var filename: String?
    /// Its type.
    @Nullable package var contentType: String?

    enum CodingKeys: String, CodingKey {
      case filename
      case contentType = "content_type"
    }
  }

  /// The form of the document.
  package let schema = "clipgate.clip/1"
  /// The clip's id.
  package var id: String
  /// `queued`, `processing`, `ready` or `failed`.
  package var status: String
  /// From 0 to 1.
  package var progress: Double
  /// When it was admitted, by RFC 3339.
  package var created: String
  /// What the movie was found to be.
  package var verdict: Verdict
  /// What was made; nil until it is ready.
  @Nullable package var report: Report?
  /// Where it is to be had.
  package var urls: URLs
  /// What the client called it.
  package var labels: Names

  /// The document of a clip as it is now.
  ///
  /// - Parameters:
  ///   - clip: as the ledger has it.
  ///   - base: scheme and host, without a slash at the end.
  package init(_ clip: Clip, base: String) {
    id = clip.id.uuidString.lowercased()
    status = clip.status.rawValue
    progress = clip.job.progress
    created = Self.time(clip.created)
    report = nil
    switch clip.job.outcome {
    case .done(var made, _):
      made.name = clip.labels.filename ?? ""
      report = made
      verdict = clip.verdict
    case .refused(var refusal):
      // A full decode found out; the name is the clip's own.
      refusal.name = clip.verdict.name
      verdict = refusal
    case .failed:
      verdict = Verdict(
        name: clip.verdict.name,
        reasons: [
          Reason(
            Reason.Code(rawValue: "clipgate.fault"),
            message: "The service failed to make the clip; the fault is not the movie's.")
        ], warnings: clip.verdict.warnings, facts: clip.verdict.facts)
    case nil: verdict = clip.verdict
    }
    let own = "\(base)/v1/clips/\(id)"
    urls = URLs(
      self: own, events: "\(own)/events", movie: "\(own)/movie.mp4", poster: "\(own)/poster.jpg")
    labels = Names(filename: clip.labels.filename, contentType: clip.labels.contentType)
  }

  /// UTC by RFC 3339, with milliseconds.
  package static func time(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  enum CodingKeys: String, CodingKey {
    case schema, id, status, progress, created, verdict, report, urls, labels
  }
}
