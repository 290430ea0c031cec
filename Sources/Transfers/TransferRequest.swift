/// One request that is to be sent, once.
package struct TransferRequest: Sendable {
  /// The method's name, as `POST`.
  package var method: String
  /// Where to: http or https, percent-encoded.
  package var url: String
  /// The fields of its header, besides those that follow from the body and the URL.
  package var fields: [(name: String, value: String)]
  /// What is sent.
  package var body: TransferBody
  /// The name in `User-Agent`.
  package var agent = "Clipgate"
  /// For how long the server is waited for.
  package var patience: TransferPatience
  /// How much of an answer is taken.
  package var limits: TransferLimits

  /// Makes a request.
  package init(
    method: String = "POST", url: String, fields: [(name: String, value: String)],
    body: TransferBody, patience: TransferPatience, limits: TransferLimits
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.patience = patience
    self.limits = limits
  }

  /// Whether a line of the head would be another line than is meant (RFC 9110, 5.5).
  var isBroken: Bool {
    ([method, agent] + fields.flatMap { [$0.name, $0.value] }).contains { text in
      text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    } || method.isEmpty || fields.contains { $0.name.isEmpty || $0.name.contains(":") }
  }
}
