/// What a try to send a message came to.
package enum WebhookOutcome: String, MetricLabel {
  /// Its receiver has it.
  case acknowledged
  /// It is sent again later.
  case postponed
  /// It is not sent again.
  case givenUp = "given_up"

  package static let name = "outcome"
}
