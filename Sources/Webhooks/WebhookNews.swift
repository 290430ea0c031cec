package import Ledger

/// What a sender tells those who keep logs and counters; nothing of a clip or of the URL is in it.
package enum WebhookNews: Equatable, Sendable {
  /// The receiver has it: it is never sent again.
  case acknowledged(DeliveryClaim, status: Int, took: Duration)
  /// It is sent again after a while, for this reason.
  case postponed(DeliveryClaim, String, wait: Duration)
  /// It is not sent again, for this reason.
  case givenUp(DeliveryClaim, String)
  /// It was handed back, since this process ends.
  case released(DeliveryClaim)
  /// It was deleted, or another process has it.
  case lost(DeliveryClaim)
  /// The ledger could not be asked, or not told.
  case ledgerFailed(LedgerError)
}
