internal import CCrypto
package import FoundationEssentials

/// A message as one try sends it: its body, and the three headers that vouch for it (Standard Webhooks
/// 1.0.0, "Webhook headers").
package struct SignedMessage: Equatable, Sendable {
  /// The delivery's, the same for each try.
  package let id: String
  /// When this try was made, in whole seconds since 1970.
  package let timestamp: Int64
  /// Exactly what is signed and sent.
  package let body: [UInt8]
  /// One signature for each secret, set apart by spaces.
  package let signature: String

  /// Signs a message.
  ///
  /// - Parameters:
  ///   - id: the delivery's; a UUID has no full stop, by which the parts of what is signed are set apart.
  ///   - time: of this try.
  ///   - body: what is sent.
  ///   - secrets: whoever knows one of them can verify it.
  package init(id: UUID, time: Date, body: [UInt8], secrets: [WebhookSecret]) {
    self.id = id.uuidString.lowercased()
    timestamp = Int64(time.timeIntervalSince1970.rounded(.down))
    self.body = body
    let content = Array("\(self.id).\(timestamp).".utf8) + body
    signature = secrets.map { "v1,\(Self.code(of: content, $0))" }.joined(separator: " ")
  }

  /// The headers, by name and value.
  package var fields: [(name: String, value: String)] {
    [
      ("webhook-id", id), ("webhook-timestamp", "\(timestamp)"), ("webhook-signature", signature),
    ]
  }

  /// HMAC-SHA256 in base64 (RFC 2104, RFC 4648).
  private static func code(of content: [UInt8], _ secret: WebhookSecret) -> String {
    var code = [UInt8](repeating: 0, count: 32)
    // Key and content are lent for the call, which fills exactly 32 bytes and fails for want of memory
    // alone; a signature of zeros convinces nobody.
    _ = unsafe HMAC(
      EVP_sha256(), secret.key, Int32(secret.key.count), content, content.count, &code, nil)
    return Data(code).base64EncodedString()
  }
}
