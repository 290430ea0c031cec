internal import Documents
internal import Ledger

/// The body of a message: what happened, when, and the clip as it is now.
struct Message: Encodable {
  var type: String
  /// When it happened, by RFC 3339; that of the try is a header.
  var timestamp: String
  var data: ClipDocument

  /// - Parameter base: what the URLs of the clip begin with.
  init(_ delivery: Delivery, _ clip: Clip, base: String) {
    type = delivery.kind.rawValue
    timestamp = ClipDocument.time(delivery.created)
    data = ClipDocument(clip, base: base)
  }
}
