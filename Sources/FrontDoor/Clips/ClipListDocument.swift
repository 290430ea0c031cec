internal import Documents
internal import Rules

/// Several clips, the newest first.
struct ClipListDocument: Encodable {
  let schema = "clipgate.clips/1"
  var clips: [ClipDocument]
  /// What `after` takes for the page behind this one; nil where there is none.
  @Nullable var next: String?
}
