internal import FoundationEssentials
internal import Ledger
internal import Rules

/// A clip as answers, events and webhooks have it.
struct ClipDocument: Encodable, Equatable {
  struct URLs: Encodable, Equatable {
    var `self`: String
    var events: String
    var movie: String
    var poster: String
  }

  struct Names: Encodable, Equatable {
    @Nullable var filename: String?
    @Nullable var contentType: String?

    enum CodingKeys: String, CodingKey {
      case filename
      case contentType = "content_type"
    }
  }

  let schema = "clipgate.clip/1"
  var id: String
  var status: String
  var progress: Double
  var created: String
  var verdict: Verdict
  @Nullable var report: Report?
  var urls: URLs
  var labels: Names

  /// - Parameter base: scheme and host, without a slash at the end.
  init(_ clip: Clip, base: String) {
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
  static func time(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  enum CodingKeys: String, CodingKey {
    case schema, id, status, progress, created, verdict, report, urls, labels
  }
}

/// Several clips, the newest first.
struct ClipListDocument: Encodable {
  let schema = "clipgate.clips/1"
  var clips: [ClipDocument]
  /// What `after` takes for the page behind this one; nil where there is none.
  @Nullable var next: String?
}
