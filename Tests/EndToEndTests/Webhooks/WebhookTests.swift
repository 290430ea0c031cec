import Foundation
import TestSupport
import Testing

/// `clipgate serve` and `clipgate work` send messages about clips, to a receiver that is not ours, by the
/// waits of the product.
@Suite(.serialized, .enabled(if: Receiver.isThere)) struct WebhookTests {
  /// The environment of a service that sends to a receiver.
  static func environment(_ url: String) -> [String: String?] {
    ["CLIPGATE_WEBHOOK_URL": url, "CLIPGATE_WEBHOOK_SECRET": WebhookVerifier.secret]
  }

  /// Uploads a movie that differs from others by its trim.
  private static func upload(_ service: RunningService, tail: Int = 0) throws -> String {
    let reply = try service.post("/v1/clips?tail=0.\(tail + 1)", try Bodies.movie())
    return try #require(reply.document["id"].string)
  }

  /// A movie that only a full decode refuses.
  static func damaged() throws -> [UInt8] {
    let folder = try ScratchFolder()
    var bytes = try Bodies.movie()
    let path = try folder.write(Data(bytes), as: "whole.mp4")
    for packet in try FFprobe(path).pictureBytes()[3..<20] {
      for place in packet.dropFirst(6) { bytes[place] = 0 }
    }
    return bytes
  }

  /// Waits until a service has no message to send.
  static func waitUntilSent(_ service: RunningService) throws {
    for _ in 0..<400 {
      if try metric("clipgate_webhooks_pending", of: service) == 0 { return }
      usleep(50_000)
    }
    throw ProgramError.notFound("an empty outbox")
  }

  static func metric(_ name: String, of service: RunningService) throws -> Double? {
    let text = String(decoding: try service.get("/metrics").body, as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
    return line?.split(separator: " ").last.flatMap { Double($0) }
  }

  @Test(.enabled(if: WebhookVerifier.isThere))
  func `the end of a clip is told as the service tells it, and the verifier accepts it`() throws {
    let folder = try ScratchFolder()
    let receiver = try Receiver(["204"], in: folder)
    let service = try RunningService(environment: Self.environment(receiver.url))
    let ready = try Self.upload(service)
    let failed = try #require(
      try service.post("/v1/clips", try Self.damaged()).document["id"].string)
    let requests = try receiver.wait(for: 2, within: 60)
    for request in requests {
      #expect(
        try WebhookVerifier.complaint(about: request.body, fields: request.fields) == nil)
      let data = request.document["data"]
      let id = try #require(data["id"].string)
      #expect(request.document["type"].string == (id == ready ? "clip.ready" : "clip.failed"))
      // The same document as its own route gives, the listening address for the host.
      #expect(try service.get("/v1/clips/\(id)").document == data)
    }
    #expect(Set(requests.map { $0.document["data"]["id"].string }) == [ready, failed])
    try Self.waitUntilSent(service)
    usleep(1_000_000)
    #expect(receiver.requests.count == 2)
  }

  @Test func `after two errors the third try is the last, and all have one id`() throws {
    let folder = try ScratchFolder()
    let receiver = try Receiver(["500", "502", "200"], in: folder)
    let service = try RunningService(environment: Self.environment(receiver.url))
    _ = try Self.upload(service)
    let two = try receiver.wait(for: 2, within: 60)
    #expect(two[1].time - two[0].time >= 5)
    // The third try is five minutes away: it is not waited for, but made due, as time would do.
    try Self.makeDue(service)
    let three = try receiver.wait(for: 3, within: 20)
    #expect(Set(three.map(\.id)).count == 1)
    #expect(Set(three.map(\.body)).count == 1)
    try Self.waitUntilSent(service)
    usleep(1_500_000)
    #expect(receiver.requests.count == 3)
    let text = String(decoding: try service.get("/metrics").body, as: UTF8.self)
    #expect(text.contains("clipgate_webhooks_total{outcome=\"postponed\"} 2"))
    #expect(text.contains("clipgate_webhooks_total{outcome=\"acknowledged\"} 1"))
  }

  @Test func `a receiver that hangs is left after fifteen seconds, and tried again`() throws {
    let folder = try ScratchFolder()
    let receiver = try Receiver(["hang", "200"], in: folder)
    let service = try RunningService(environment: Self.environment(receiver.url))
    _ = try Self.upload(service)
    let requests = try receiver.wait(for: 2, within: 60)
    #expect(requests[0].id == requests[1].id)
    // Fifteen seconds and the wait of five.
    #expect(20..<50 ~= requests[1].time - requests[0].time)
    try Self.waitUntilSent(service)
  }

  @Test func `a receiver that is down at first gets the message when it is up`() throws {
    let folder = try ScratchFolder()
    let port = try Receiver(["200"], in: folder).port
    let service = try RunningService(
      environment: Self.environment("http://127.0.0.1:\(port)/hooks"))
    _ = try Self.upload(service)
    for _ in 0..<600 where !service.log.contains(where: Self.isPostponed) { usleep(50_000) }
    let receiver = try Receiver(["200"], port: port, in: folder)
    #expect(try receiver.wait(for: 1).count == 1)
    try Self.waitUntilSent(service)
  }

  @Test func `what a killed server has not sent, the next one sends`() throws {
    let folder = try ScratchFolder()
    let receiver = try Receiver(["hang", "200"], in: folder)
    let data = folder.file("data")
    let first = try RunningService(
      data: data, environment: Self.environment(receiver.url))
    _ = try Self.upload(first)
    // In the middle of the first try.
    _ = try receiver.wait(for: 1, within: 60)
    try first.killServer()
    let second = try RunningService(
      data: data, environment: Self.environment(receiver.url))
    let requests = try receiver.wait(for: 2, within: 20)
    #expect(requests[0].id == requests[1].id)
    try Self.waitUntilSent(second)
    usleep(1_000_000)
    #expect(receiver.requests.count == 2)
  }

  @Test func `two processes on one database send each message once`() throws {
    let folder = try ScratchFolder()
    let receiver = try Receiver(["200"], in: folder)
    let environment = Self.environment(receiver.url)
    let service = try RunningService(environment: environment)
    let other = try RunningService("work", data: service.data, environment: environment)
    let ids = try (0..<8).map { try Self.upload(service, tail: $0) }
    _ = try receiver.wait(for: 8, within: 120)
    try Self.waitUntilSent(service)
    usleep(1_000_000)
    let told = receiver.requests.compactMap { $0.document["data"]["id"].string }
    #expect(told.count == 8 && Set(told) == Set(ids))
    let sent = [service, other].map { process in
      process.log.count { $0["event"].string == "webhook_acknowledged" }
    }
    #expect(sent.reduce(0, +) == 8)
  }

  @Test func `a service that is told to end does not wait for a receiver that hangs`() throws {
    let folder = try ScratchFolder()
    let receiver = try Receiver(["hang", "200"], in: folder)
    let service = try RunningService(environment: Self.environment(receiver.url))
    _ = try Self.upload(service)
    _ = try receiver.wait(for: 1, within: 60)
    let start = ContinuousClock().now
    service.send(signal: SIGTERM)
    #expect(try service.wait().ending == .exit(143))
    #expect(ContinuousClock().now - start < .seconds(10))
    #expect(service.log.contains { $0["event"].string == "webhook_released" })
  }

  private static func isPostponed(_ line: JSON) -> Bool {
    line["event"].string == "webhook_postponed"
  }

  /// Ends the wait of all messages, as time would do.
  private static func makeDue(_ service: RunningService) throws {
    for _ in 0..<200 where service.log.count(where: isPostponed) < 2 { usleep(50_000) }
    let script = """
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1], timeout=10) as database:
          count = database.execute("UPDATE deliveries SET due = 0 WHERE sender IS NULL").rowcount
      sys.exit(0 if count == 1 else 1)
      """
    let outcome = try PythonPackages.run(script, ["\(service.data)/clipgate.db"])
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
  }
}
