internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Webhooks

/// What vouches for a message, without a network.
@Suite struct SignatureTests {
  private static func secret(_ count: Int) -> String {
    "whsec_" + Data((0..<count).map { UInt8($0) }).base64EncodedString()
  }

  private static let id = UUID(uuidString: "0F81EB52-5198-4599-803E-771906343485") ?? UUID()

  private static func message(_ secrets: [WebhookSecret]) -> SignedMessage {
    SignedMessage(
      id: id, time: Date(timeIntervalSince1970: 1_700_000_000.999),
      body: Array("{\"type\":\"clip.ready\"}".utf8), secrets: secrets)
  }

  @Test func `a signature is that which another program makes`() throws {
    let secret = try #require(WebhookSecret(WebhookVerifier.secret))
    let message = Self.message([secret])
    #expect(message.id == "0f81eb52-5198-4599-803e-771906343485")
    #expect(message.timestamp == 1_700_000_000)
    // openssl dgst -sha256 -mac HMAC over id.timestamp.body, with the secret's 24 bytes for the key.
    #expect(message.signature == "v1,VeyozAjNfjd8bBhhfOrOJMD0G7L4GHBv/wX36vdaU0c=")
    #expect(message.fields.map(\.name) == ["webhook-id", "webhook-timestamp", "webhook-signature"])
    #expect(message.fields.map(\.value) == [message.id, "1700000000", message.signature])
  }

  @Test func `two secrets make two signatures, each the one that it would make alone`() throws {
    let secrets = try #require(WebhookSecret.list("\(Self.secret(24)) \(Self.secret(64))"))
    let alone = secrets.map { Self.message([$0]).signature }
    #expect(Self.message(secrets).signature == alone.joined(separator: " "))
    #expect(Set(alone).count == 2)
  }

  @Test(.enabled(if: WebhookVerifier.isThere), arguments: [24, 25, 26, 64])
  func `the verifier of the package index accepts a message, and no other body`(
    count: Int
  ) throws {
    let text = Self.secret(count)
    let secret = try #require(WebhookSecret(text))
    let body = Data("{\"type\":\"clip.ready\",\"data\":{\"filename\":\"Über.mov\"}}".utf8)
    let message = SignedMessage(
      id: Self.id, time: Date(), body: Array(body), secrets: [secret])
    let fields = Dictionary(uniqueKeysWithValues: message.fields.map { ($0.name, $0.value) })
    #expect(try WebhookVerifier.complaint(about: body, fields: fields, secret: text) == nil)
    #expect(
      try WebhookVerifier.complaint(about: body + Data(" ".utf8), fields: fields, secret: text)
        != nil)
  }

  @Test(.enabled(if: WebhookVerifier.isThere))
  func `the lines of the documentation verify a message as they are printed`() throws {
    let page = try String(
      contentsOfFile: Checkout.path("Documentation/webhooks.md"), encoding: .utf8)
    let lines = try #require(
      page.firstMatch(of: #/<!-- verify -->\n```python\n([^`]+)```/#)?.output.1)
    let body = "{\"type\":\"clip.ready\",\"data\":{\"id\":\"7\"}}"
    let secret = try #require(WebhookSecret(WebhookVerifier.secret))
    let message = SignedMessage(
      id: Self.id, time: Date(), body: Array(body.utf8), secrets: [secret])
    let fields = Dictionary(uniqueKeysWithValues: message.fields.map { ($0.name, $0.value) })
    let given = "import json, sys\nsecret, body, headers = json.load(sys.stdin)\n"
    for (sent, isAccepted) in [(body, true), (body + " ", false)] {
      let outcome = try PythonPackages.run(
        given + lines,
        input: try JSONSerialization.data(withJSONObject: [WebhookVerifier.secret, sent, fields]))
      #expect((outcome.ending == .exit(0)) == isAccepted, "\(outcome.errors)")
      #expect(outcome.output == (isAccepted ? "clip.ready 7\n" : ""))
    }
  }

  @Test(arguments: [24, 25, 32, 63, 64])
  func `a secret has from 24 to 64 bytes`(count: Int) throws {
    #expect(try #require(WebhookSecret(Self.secret(count))).key == (0..<count).map { UInt8($0) })
  }

  @Test(arguments: [
    "", "whsec_", secret(23), secret(65), String(secret(24).dropFirst(6)),
    "WHSEC_" + secret(24).dropFirst(6),
    secret(24) + "!", "whsec_" + String(repeating: "ä", count: 32),
    "whpk_" + secret(24).dropFirst(6),
  ])
  func `what is no secret is none`(text: String) {
    #expect(WebhookSecret(text) == nil)
    #expect(WebhookSecret.list(text) == nil)
  }

  @Test func `one secret or two with blanks between are a list, and nothing else`() {
    let (one, two) = (Self.secret(24), Self.secret(32))
    #expect(WebhookSecret.list(" \(one)\n")?.count == 1)
    #expect(WebhookSecret.list("\(one) \t \(two)")?.count == 2)
    #expect(WebhookSecret.list("\(one) \(two) \(one)") == nil)
    #expect(WebhookSecret.list("\(one) whsec_x") == nil)
    #expect(WebhookSecret.list("\(one),\(two)") == nil)
  }

  @Test func `a secret that is printed is not told`() throws {
    let secret = try #require(WebhookSecret(Self.secret(24)))
    var dumped = ""
    dump([secret], to: &dumped)
    for text in ["\(secret)", "\([secret])", String(reflecting: secret), dumped] {
      #expect(!text.contains("key") && !text.contains("23") && text.contains("WebhookSecret"))
    }
  }
}
