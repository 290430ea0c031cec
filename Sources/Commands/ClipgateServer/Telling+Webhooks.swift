internal import Ledger
internal import Service
internal import Telemetry
internal import Webhooks

// Messages to the operator's own server.
extension Telling {
  /// Messages are sent there; of the URL nothing is told that could hold a secret.
  func webhooks(to url: WebURL) {
    log.write(.info, "webhooks", .failure("origin", url.origin))
    guard url.isExposed else { return }
    log.write(
      .warning, "webhooks_unencrypted", .failure("origin", url.origin),
      .failure("advice", "others on the way can read the messages; use https"))
  }

  /// What became of a message.
  func webhook(_ news: WebhookNews) {
    switch news {
    case .acknowledged(let claim, let status, let time):
      metrics.countWebhook(.acknowledged)
      log.write(
        .info, "webhook_acknowledged",
        Self.fields(claim) + [.count("status", status), .duration("seconds", time)])
    case .postponed(let claim, let why, let wait):
      metrics.countWebhook(.postponed)
      log.write(
        .warning, "webhook_postponed",
        Self.fields(claim) + [.failure("failure", why), .duration("wait", wait)])
    case .givenUp(let claim, let why):
      metrics.countWebhook(.givenUp)
      log.write(.error, "webhook_given_up", Self.fields(claim) + [.failure("failure", why)])
    case .released(let claim): log.write(.info, "webhook_released", Self.fields(claim))
    case .lost(let claim): log.write(.info, "webhook_lost", Self.fields(claim))
    case .ledgerFailed(let error):
      log.write(.error, "ledger_failed", .failure("failure", error.description))
    }
  }

  private static func fields(_ claim: DeliveryClaim) -> [LogField] {
    [
      .id("webhook_id", claim.delivery.id), .id("clip", claim.delivery.clip),
      .code("type", claim.delivery.kind.rawValue), .count("try", claim.tries),
    ]
  }
}
