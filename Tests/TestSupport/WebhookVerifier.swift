package import Foundation

/// The verifier of Standard Webhooks from the package index, which says whether a receiver would believe
/// what we sent.
package enum WebhookVerifier {
  /// A secret of 24 bytes.
  package static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

  /// Whether the package is there.
  package static let isThere = PythonPackages.has("standardwebhooks")

  private static let script = """
    import base64, json, sys
    from standardwebhooks.webhooks import Webhook, WebhookVerificationError
    request = json.load(sys.stdin)
    try:
        Webhook(sys.argv[1]).verify(base64.b64decode(request["body"]), request["fields"])
    except WebhookVerificationError as error:
        sys.exit(str(error))
    """

  /// What the verifier has against a request; nil where it accepts it.
  package static func complaint(
    about body: Data, fields: [String: String], secret: String = secret
  ) throws -> String? {
    let request: [String: Any] = ["body": body.base64EncodedString(), "fields": fields]
    let outcome = try PythonPackages.run(
      script, [secret], input: try JSONSerialization.data(withJSONObject: request))
    return outcome.ending == .exit(0) ? nil : outcome.errors
  }
}
