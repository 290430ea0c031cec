internal import Foundation
internal import Ledger
internal import Synchronization
internal import TestSupport
internal import Testing
internal import Webhooks

/// Messages on their way to a receiver that is not ours.
@Suite(.serialized, .enabled(if: Receiver.isThere)) struct SenderTests {
  @Test func `a message is the clip's document, signed, and sent once`() throws {
    let outbox = try Outbox(clips: 0)
    let clip = try outbox.ready(1)
    let receiver = try Receiver(["200"], in: outbox.folder)
    let sender = try outbox.sender(to: receiver.url)
    try outbox.waitForEnds()
    usleep(700_000)
    sender.end()
    #expect(receiver.requests.count == 1)
    let request = try #require(receiver.requests.first)
    #expect(request.method == "POST" && request.path == "/hooks?key=topsecret")
    #expect(request.fields["content-type"] == "application/json")
    #expect(request.fields["user-agent"] == "Clipgate")
    #expect(request.fields["expect"] == nil)
    #expect(UUID(uuidString: request.id) != nil && request.id == request.id.lowercased())
    let time = try #require(request.fields["webhook-timestamp"].flatMap(Double.init))
    #expect(abs(time - Date().timeIntervalSince1970) < 30)
    let document = request.document
    #expect(document.keys == ["data", "timestamp", "type"])
    #expect(document["type"].string == "clip.ready")
    #expect(document["timestamp"].string?.hasSuffix("Z") == true)
    let data = document["data"]
    #expect(data["schema"].string == "clipgate.clip/1")
    #expect(data["status"].string == "ready")
    #expect(data["labels"]["filename"].string == "Über 1.mov")
    let own = "https://clips.example.com/v1/clips/\(clip.uuidString.lowercased())"
    #expect(data["urls"]["self"].string == own)
    #expect(data["urls"]["movie"].string == "\(own)/movie.mp4")
    #expect(try outbox.ledger.outbox() == OutboxDepth(pending: 0, givenUp: 0))
  }

  @Test(.enabled(if: WebhookVerifier.isThere))
  func `the verifier of the package index accepts every try`() throws {
    let outbox = try Outbox()
    let receiver = try Receiver(["500", "200"], in: outbox.folder)
    // So that the tries are in different seconds.
    let sender = try outbox.sender(to: receiver.url, waits: [.milliseconds(1100)])
    try outbox.waitForEnds()
    sender.end()
    let requests = receiver.requests
    #expect(requests.count == 2)
    #expect(Set(requests.map(\.id)).count == 1)
    #expect(Set(requests.map(\.body)).count == 1)
    #expect(Set(requests.map { $0.fields["webhook-timestamp"] }).count == 2)
    for request in requests {
      #expect(
        try WebhookVerifier.complaint(about: request.body, fields: request.fields) == nil)
    }
  }

  @Test(arguments: ["500", "404", "400", "401", "302", "304", "drop"])
  func `what is no 2xx is tried again, and nothing after a 2xx`(answer: String) throws {
    let outbox = try Outbox()
    let receiver = try Receiver([answer, answer, "204"], in: outbox.folder)
    let waits = [Duration](repeating: .milliseconds(10), count: 5)
    let sender = try outbox.sender(to: receiver.url, waits: waits)
    try outbox.waitForEnds()
    usleep(700_000)
    sender.end()
    let requests = receiver.requests
    #expect(requests.count == 3)
    #expect(Set(requests.map(\.id)).count == 1)
    // Redirects are not followed.
    #expect(requests.allSatisfy { $0.path == "/hooks?key=topsecret" && $0.method == "POST" })
    #expect(outbox.news.count == 3 && outbox.news.last?.isEnd == true)
  }

  @Test(arguments: ["200", "201", "202", "204", "299"])
  func `every 2xx acknowledges`(answer: String) throws {
    let outbox = try Outbox()
    let receiver = try Receiver([answer, "500"], in: outbox.folder)
    let sender = try outbox.sender(to: receiver.url)
    try outbox.waitForEnds()
    sender.end()
    #expect(outbox.news.count == 1)
    #expect(try outbox.ledger.outbox().pending == 0)
  }

  @Test(arguments: ["half", "endless"])
  func `a 2xx acknowledges whatever becomes of the rest of the answer`(answer: String) throws {
    let outbox = try Outbox()
    let receiver = try Receiver([answer, "500"], in: outbox.folder)
    let start = ContinuousClock().now
    let sender = try outbox.sender(to: receiver.url)
    try outbox.waitForEnds()
    #expect(ContinuousClock().now - start < .seconds(8))
    sender.end()
    #expect(receiver.requests.count == 1)
    #expect(try outbox.ledger.outbox() == OutboxDepth(pending: 0, givenUp: 0))
  }

  @Test func `a receiver that hangs is left after the time-out, and tried again`() throws {
    let outbox = try Outbox()
    let receiver = try Receiver(["hang", "200"], in: outbox.folder)
    let sender = try outbox.sender(
      to: receiver.url, patience: Courier.Patience(connect: .seconds(1), whole: .seconds(1)))
    try outbox.waitForEnds()
    sender.end()
    #expect(outbox.news.first?.reason == "the server does not answer in time", "\(outbox.news)")
    #expect(Set(receiver.requests.map(\.id)).count == 1 && receiver.requests.count == 2)
  }

  @Test func `a receiver that is not there at first gets its messages when it is`() throws {
    let outbox = try Outbox(clips: 2)
    let port = try Receiver(["200"], in: outbox.folder).port
    let waits = [Duration](repeating: .milliseconds(200), count: 100)
    let sender = try outbox.sender(to: "http://127.0.0.1:\(port)/", waits: waits)
    try outbox.wait { $0.count { $0.reason != nil } > 3 }
    let receiver = try Receiver(["200"], port: port, in: outbox.folder)
    try outbox.waitForEnds(2)
    sender.end()
    #expect(receiver.requests.count == 2 && Set(receiver.requests.map(\.id)).count == 2)
  }

  @Test func `after the last try a message is given up, and counted`() throws {
    let outbox = try Outbox()
    let receiver = try Receiver(["500"], in: outbox.folder)
    let sender = try outbox.sender(
      to: receiver.url, waits: [.milliseconds(10), .milliseconds(10)])
    try outbox.waitForEnds()
    usleep(700_000)
    sender.end()
    #expect(receiver.requests.count == 3)
    #expect(outbox.news.last?.reason == "status 500")
    #expect(try outbox.ledger.outbox() == OutboxDepth(pending: 0, givenUp: 1))
  }

  @Test func `a receiver that is gone for good is not asked again for that message`() throws {
    let outbox = try Outbox(clips: 2)
    let receiver = try Receiver(["410", "200"], in: outbox.folder)
    let waits = [Duration](repeating: .milliseconds(10), count: 5)
    let sender = try outbox.sender(to: receiver.url, waits: waits)
    try outbox.waitForEnds(2)
    usleep(700_000)
    sender.end()
    #expect(receiver.requests.count == 2)
    #expect(outbox.news.map(\.reason) == ["status 410", nil])
    #expect(try outbox.ledger.outbox() == OutboxDepth(pending: 0, givenUp: 1))
  }

  @Test(arguments: ["503", "429"])
  func `a receiver that asks for time gets it`(status: String) throws {
    let outbox = try Outbox()
    let receiver = try Receiver(["\(status):2", "200"], in: outbox.folder)
    let sender = try outbox.sender(to: receiver.url)
    try outbox.waitForEnds()
    sender.end()
    let times = receiver.requests.map(\.time)
    #expect(times.count == 2 && times[1] - times[0] >= 1.9, "\(times)")
  }

  @Test func `a message whose clip is deleted is not sent`() throws {
    let outbox = try Outbox(clips: 0)
    let clip = try outbox.ready(1)
    let receiver = try Receiver(["500", "200"], in: outbox.folder)
    let sender = try outbox.sender(to: receiver.url, waits: [.milliseconds(400)])
    try outbox.wait { !$0.isEmpty }
    _ = try outbox.ledger.delete(clip: clip)
    usleep(1_200_000)
    sender.end()
    #expect(receiver.requests.count == 1)
  }

  @Test func `two senders on one ledger send each message once`() throws {
    let outbox = try Outbox(clips: 30)
    let receiver = try Receiver(["200"], in: outbox.folder)
    let other = try SQLiteLedger(
      at: outbox.folder.file("ledger"), settings: LedgerSettings(deliversWebhooks: true))
    let senders = [
      try outbox.sender(to: receiver.url, name: "a"),
      try outbox.sender(to: receiver.url, name: "b", ledger: other),
    ]
    try outbox.waitForEnds(30)
    usleep(700_000)
    for sender in senders { sender.end() }
    let ids = receiver.requests.map(\.id)
    #expect(ids.count == 30 && Set(ids).count == 30)
  }

  @Test func `one that is told to end breaks off, and hands its message back`() throws {
    let outbox = try Outbox()
    let receiver = try Receiver(["hang", "200"], in: outbox.folder)
    let first = try outbox.sender(to: receiver.url, name: "a")
    _ = try receiver.wait(for: 1)
    let start = ContinuousClock().now
    first.end(within: .milliseconds(300))
    #expect(ContinuousClock().now - start < .seconds(2))
    #expect(outbox.news.count == 1)
    // Nobody waits for its lease, and the try does not count.
    let second = try outbox.sender(to: receiver.url, name: "b", waits: [])
    try outbox.waitForEnds()
    second.end()
    let tries = outbox.news.compactMap { news in
      if case .acknowledged(let claim, _, _) = news { claim.tries } else { nil }
    }
    #expect(tries == [1])
    #expect(receiver.requests.count == 2)
  }

  @Test func `a message that is being sent may be acknowledged while the sender ends`() throws {
    let outbox = try Outbox(clips: 5)
    let receiver = try Receiver(["200"], in: outbox.folder)
    let sender = try outbox.sender(to: receiver.url)
    _ = try receiver.wait(for: 1)
    sender.end()
    let (sent, pending) = (receiver.requests.count, try outbox.ledger.outbox().pending)
    #expect(sent + pending == 5)
  }

  @Test func `a name that nobody has, and a receiver that speaks no TLS, are told as such`() throws
  {
    let outbox = try Outbox()
    let receiver = try Receiver(["200"], in: outbox.folder)
    let waits = [Duration](repeating: .milliseconds(10), count: 100)
    let first = try outbox.sender(to: "http://nobody.invalid/?key=topsecret", waits: waits)
    try outbox.wait { !$0.isEmpty }
    first.end()
    let count = outbox.news.count
    let second = try outbox.sender(
      to: "https://127.0.0.1:\(receiver.port)/?key=topsecret", waits: waits)
    try outbox.wait { $0.count > count }
    second.end()
    let reasons = outbox.news.compactMap(\.reason)
    #expect(reasons.count > 1)
    #expect(reasons.allSatisfy { !$0.contains("topsecret") && !$0.contains("nobody") })
    #expect(receiver.requests.isEmpty)
  }

  @Test func `a message whose last try died with its process is given up, and not sent`() throws {
    let outbox = try Outbox(lease: .milliseconds(1))
    let receiver = try Receiver(["200"], in: outbox.folder)
    for _ in 0..<2 {
      _ = try #require(try outbox.ledger.claimDelivery(sender: "dead"))
      usleep(20_000)
    }
    let sender = try outbox.sender(to: receiver.url, waits: [.milliseconds(10)])
    try outbox.waitForEnds()
    sender.end()
    #expect(receiver.requests.isEmpty)
    #expect(try outbox.ledger.outbox() == OutboxDepth(pending: 0, givenUp: 1))
  }
}
