import Foundation
import TestSupport
import Testing

/// What one client may take of the service; clients are told apart as a front tells them.
@Suite("Clients' shares")
struct ClientShareTests {
  private static func service(_ environment: [String: String?] = [:]) throws -> RunningService {
    try RunningService(
      environment: environment.merging(["CLIPGATE_SERVER_TRUSTED_PROXIES": "127.0.0.1"]) { $1 })
  }

  private static func slow(_ service: RunningService, _ client: String) throws -> Wire {
    let wire = try Wire(service.port)
    wire.send(
      "POST /v1/clips HTTP/1.1\r\nHost: x\r\nContent-Type: video/mp4\r\n"
        + "X-Forwarded-For: \(client)\r\nContent-Length: 1000000\r\n\r\nx")
    return wire
  }

  @Test func `an address that holds its share keeps no other from uploading`() throws {
    let service = try Self.service()
    let held = try (0..<80).map { _ in try Self.slow(service, "203.0.113.9") }
    // Who is refused has been told so by then.
    sleep(3)
    let statuses = held.map { $0.answer(within: 0.2)?.status }
    #expect(statuses.count { $0 == nil } == 32)
    #expect(statuses.count { $0 == 503 } == 48)
    let movie = try Bodies.movie()
    let other = try service.post(
      "/v1/clips", movie, fields: ["X-Forwarded-For: 203.0.113.8", "Prefer: wait=60"])
    #expect(other.status == 201)
    let same = try service.post("/v1/clips", movie, fields: ["X-Forwarded-For: 203.0.113.9"])
    #expect(same.status == 503)
    #expect(same.faults(status: 503, code: "service.busy") == [])
    #expect(same.fields["retry-after"] == "5")
  }

  @Test func `a client that uploads too much is told when to come again`() throws {
    let service = try Self.service(["CLIPGATE_SERVER_UPLOADS_PER_MINUTE": "2"])
    let (movie, field) = (try Bodies.movie(), ["X-Forwarded-For: 2001:db8::1"])
    #expect(try service.post("/v1/clips", movie, fields: field).status == 202)
    #expect(try service.post("/v1/verdicts", movie, fields: field).status == 200)
    let third = try service.post(
      "/v1/verdicts", movie, fields: ["X-Forwarded-For: 2001:db8::2"])
    #expect(third.faults(status: 503, code: "service.busy") == [])
    #expect((1...30).contains(Int(third.fields["retry-after"] ?? "") ?? 0))
    #expect(try service.get("/v1/clips", fields: field).status == 200)
    let other = ["X-Forwarded-For: 2001:db8:0:1::1"]
    #expect(try service.post("/v1/verdicts", movie, fields: other).status == 200)
  }

  @Test func `clients of this machine have no bounds, and are not believed to be others`() throws {
    let service = try RunningService(environment: [
      "CLIPGATE_SERVER_UPLOADS_PER_MINUTE": "1",
      "CLIPGATE_SERVER_MAX_CONNECTIONS_PER_ADDRESS": "1",
    ])
    let movie = try Bodies.movie()
    for _ in 0..<3 {
      let field = ["X-Forwarded-For: 203.0.113.9"]
      #expect(try service.post("/v1/verdicts", movie, fields: field).status == 200)
    }
  }

  @Test(
    "a proxy that is no address is refused at the start, by name",
    arguments: ["proxy.example", "10.0.0.1/8", "10.0.0.0/33"])
  func noAddress(proxy: String) throws {
    let outcome = try Program.clipgate().run(
      ["serve", "--listen", "127.0.0.1:0"],
      environment: ["CLIPGATE_SERVER_TRUSTED_PROXIES": "127.0.0.1,\(proxy)"])
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains("CLIPGATE_SERVER_TRUSTED_PROXIES"))
    #expect(outcome.errors.contains(proxy))
  }
}
