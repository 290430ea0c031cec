import Foundation
import TestSupport
import Testing

/// Where the secret of webhooks may come from, and where it never is.
@Suite struct WebhookSecretTests {
  private static let url = "https://example.com/hooks"

  private func start(_ environment: [String: String?], command: String = "serve") throws -> Outcome
  {
    let folder = try ScratchFolder()
    return try Program.clipgate().run(
      [command, "--data", folder.file("data")], environment: environment)
  }

  @Test(arguments: ["serve", "work"])
  func `a URL without a secret is refused`(command: String) throws {
    let outcome = try start(["CLIPGATE_WEBHOOK_URL": Self.url], command: command)
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains("webhook.secret"))
  }

  @Test(arguments: ["whsec_c2hvcnQ=", "secret", "whsec_", "whsec_!!!"])
  func `a secret that is none is refused, and not printed`(secret: String) throws {
    let folder = try ScratchFolder()
    let file = try folder.write(Data("\(secret)\n".utf8), as: "secret")
    for (key, variable, value) in [
      ("webhook.secret:", "CLIPGATE_WEBHOOK_SECRET", secret),
      ("webhook.secret_file:", "CLIPGATE_WEBHOOK_SECRET_FILE", file),
    ] {
      let outcome = try start(["CLIPGATE_WEBHOOK_URL": Self.url, variable: value])
      #expect(outcome.ending == .exit(2))
      #expect(outcome.errors.contains(key))
      #expect(!outcome.errors.contains("\(secret)\n") && !outcome.errors.contains("\"\(secret)"))
    }
  }

  @Test func `a secret's file that is not there is told`() throws {
    let outcome = try start([
      "CLIPGATE_WEBHOOK_URL": Self.url, "CLIPGATE_WEBHOOK_SECRET_FILE": "/nowhere/secret",
    ])
    #expect(outcome.ending == .exit(3))
    #expect(outcome.errors.contains("webhook.secret_file"))
  }

  @Test(arguments: ["example.com", "ftp://example.com/", "https://user:topsecret@example.com/"])
  func `a URL that can't be sent to is refused`(url: String) throws {
    let outcome = try start([
      "CLIPGATE_WEBHOOK_URL": url, "CLIPGATE_WEBHOOK_SECRET": WebhookVerifier.secret,
    ])
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains("CLIPGATE_WEBHOOK_URL"))
  }

  @Test(.enabled(if: Receiver.isThere && WebhookVerifier.isThere))
  func `a secret out of a file signs, and two of them both do`() throws {
    let folder = try ScratchFolder()
    let other = "whsec_" + Data(repeating: 7, count: 32).base64EncodedString()
    let file = try folder.write(
      Data("\(other) \(WebhookVerifier.secret)\nmore\n".utf8), as: "secret")
    let receiver = try Receiver(["200"], in: folder)
    let service = try RunningService(environment: [
      "CLIPGATE_WEBHOOK_URL": receiver.url, "CLIPGATE_WEBHOOK_SECRET_FILE": file,
      "CLIPGATE_SERVER_PUBLIC_URL": "https://clips.example.com/base/",
    ])
    _ = try service.post("/v1/clips", try Bodies.movie())
    let request = try #require(try receiver.wait(for: 1, within: 60).first)
    for secret in [other, WebhookVerifier.secret] {
      #expect(
        try WebhookVerifier.complaint(
          about: request.body, fields: request.fields, secret: secret) == nil)
    }
    let own = request.document["data"]["urls"]["self"].string ?? ""
    #expect(own.hasPrefix("https://clips.example.com/base/v1/clips/"))
  }

  @Test(.enabled(if: Receiver.isThere))
  func `the secret is in no environment, command line, answer or log, nor is the URL's query`()
    throws
  {
    let folder = try ScratchFolder()
    let receiver = try Receiver(["500", "200"], in: folder)
    let service = try RunningService(environment: WebhookTests.environment(receiver.url))
    _ = try service.post("/v1/clips", try Bodies.movie(), fields: ["Prefer: wait=60"])
    _ = try receiver.wait(for: 2, within: 60)
    let secret = WebhookVerifier.secret
    for process in [service.process] + service.others() {
      for file in ["environ", "cmdline"] {
        let bytes = try Data(contentsOf: URL(filePath: "/proc/\(process)/\(file)"))
        #expect(!bytes.contains(secret), "\(file) of \(process)")
      }
    }
    #expect(try !Data(service.get("/metrics").body).contains(secret))
    service.send(signal: SIGTERM)
    let said = try service.wait().errorData
    #expect(said.contains("webhook_acknowledged") && said.contains("webhook_postponed"))
    #expect(!said.contains(secret) && !said.contains("topsecret"))
    #expect(!said.contains("webhooks_unencrypted"))
  }

  @Test func `whoever sends in the clear to another machine is warned`() throws {
    let service = try RunningService(
      environment: WebhookTests.environment("http://192.0.2.1/hooks?key=topsecret"))
    let line = service.log.first { $0["event"].string == "webhooks_unencrypted" }
    #expect(line?["level"].string == "warning")
    #expect(line?["origin"].string == "http://192.0.2.1")
  }

  @Test func `the configuration shows that there is a secret, and not which`() throws {
    let outcome = try Program.clipgate().run(
      ["config"], environment: WebhookTests.environment(Self.url))
    #expect(outcome.ending == .exit(0))
    #expect(outcome.output.contains("webhook.secret"))
    #expect(!outcome.output.contains(WebhookVerifier.secret))
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { firstRange(of: Data(text.utf8)) != nil }
}
