internal import Foundation
internal import Ledger
internal import Service
internal import Webhooks

// Messages to the operator's own server.
extension Service {
  /// What sends them; nil where nobody wants any.
  static func sender(
    _ settings: ServiceSettings, _ secrets: [WebhookSecret]?, _ ledger: any Ledger, name: String,
    _ telling: Telling
  ) throws(ServerProgram.Obstacle) -> Sender? {
    guard let url = settings.webhookURL, let secrets else { return nil }
    guard let courier = Courier(to: url.text, agent: "Clipgate") else {
      throw ServerProgram.Obstacle(status: 4, message: "webhook.url: libcurl can't be used")
    }
    telling.webhooks(to: url)
    return Sender(
      ledger: ledger, name: name, secrets: secrets, courier: courier, now: { Date() },
      chance: { .random(in: 0..<1) }, told: { telling.webhook($0) })
  }
}
