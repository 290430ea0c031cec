internal import Foundation

/// What a sender and its receiver alone know: the key of signatures, `whsec_` and base64 where people
/// write it (Standard Webhooks 1.0.0, "Signature scheme").
///
/// It has no description: whatever prints one prints its name.
package struct WebhookSecret: Sendable, Equatable, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  /// 24 to 64 of them.
  let key: [UInt8]

  /// What the standard asks of a key's length.
  private static let length = 24...64
  /// A key is changed without a gap by two of them.
  private static let most = 2

  /// Reads one secret; nil for what is none.
  package init?(_ text: some StringProtocol) {
    let prefix = "whsec_"
    guard text.hasPrefix(prefix),
      let key = Data(base64Encoded: String(text.dropFirst(prefix.count))),
      Self.length.contains(key.count)
    else { return nil }
    self.key = Array(key)
  }

  /// Reads one secret, or two with blanks between: the new one and the one that it replaces.
  ///
  /// - Returns: nil for anything else.
  package static func list(_ text: some StringProtocol) -> [WebhookSecret]? {
    let words = text.split(whereSeparator: \.isWhitespace)
    let secrets = words.compactMap { WebhookSecret($0) }
    guard secrets.count == words.count, 1...most ~= secrets.count else { return nil }
    return secrets
  }

  package var description: String { "WebhookSecret" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
