import Foundation
import TestSupport
import Testing

/// Which pages may read answers (`server.cors_origins`): on every answer, errors included.
@Suite struct CORSTests {
  private static let allowed = "http://a.example"
  private static let other = "http://b.example"

  /// A request, and the status of its answer.
  struct Call: Sendable, CustomTestStringConvertible {
    let status: Int
    var method = "GET"
    var path = "/v1/clips"
    var fields: [String] = []
    var body: [UInt8] = []
    var testDescription: String { "\(status) \(method) \(path)" }

    /// - Parameter origin: whose page calls.
    func send(to service: RunningService, origin: String) throws -> Reply {
      let length = body.isEmpty ? [] : ["Content-Length: \(body.count)"]
      let head =
        ["\(method) \(path) HTTP/1.1", "Host: a", "Origin: \(origin)", "Connection: close"]
        + length + fields + ["", ""]
      let wire = try Wire(service.port)
      wire.send(Array(head.joined(separator: "\r\n").utf8) + body)
      return try #require(wire.answer(within: 30))
    }
  }

  private static func service(_ environment: [String: String?] = [:], flags: [String] = []) throws
    -> RunningService
  {
    try RunningService(
      flags: flags,
      environment: environment.merging(
        ["CLIPGATE_SERVER_CORS_ORIGINS": "\(allowed),http://c.example"]) { one, _ in one })
  }

  /// What is wrong about an answer's fields for a call of both origins.
  private static func expect(_ call: Call, _ service: RunningService) throws {
    for (origin, isAllowed) in [(allowed, true), (other, false)] {
      let reply = try call.send(to: service, origin: origin)
      #expect(reply.status == call.status, "\(reply.text)")
      #expect(reply.fields["access-control-allow-origin"] == (isAllowed ? allowed : nil))
      #expect(reply.fields["vary"] == "Origin")
      if reply.status >= 400 { #expect(reply.problemFaults == []) }
    }
  }

  private static let nobody = UUID().uuidString.lowercased()

  static let calls = [
    Call(status: 200), Call(status: 200, path: "/healthz"), Call(status: 200, path: "/readyz"),
    Call(status: 200, path: "/metrics"), Call(status: 200, path: "/getimages"),
    Call(status: 200, path: "/"),
    Call(status: 204, method: "OPTIONS", fields: ["Access-Control-Request-Method: POST"]),
    Call(status: 404, method: "OPTIONS", path: "/none"),
    Call(status: 400, method: "POST"), Call(status: 400, path: "/v1/clips?limit=x"),
    Call(status: 404, path: "/none"), Call(status: 404, path: "/v1/clips/\(nobody)"),
    Call(status: 404, path: "/v1/clips/\(nobody)/events"),
    Call(status: 404, method: "DELETE", path: "/v1/clips/\(nobody)"),
    Call(status: 405, method: "PUT"), Call(status: 405, method: "POST", path: "/healthz"),
    Call(status: 413, method: "POST", fields: ["Content-Length: 99999999"]),
    Call(status: 415, method: "POST", body: Array("no movie".utf8)),
    Call(status: 400, method: "POST", fields: ["Content-Length: 1", "Content-Length: 2"]),
    Call(status: 400, path: "/v1/clips", fields: ["X: a\0b"]),
    Call(status: 431, fields: (0..<200).map { "X-\($0): a" }),
    Call(status: 431, fields: ["X: " + String(repeating: "a", count: 40_000)]),
  ]

  @Test("every answer says whether the page may read it", arguments: calls)
  func everyAnswer(_ call: Call) throws { try Self.expect(call, try Self.service()) }

  @Test("so do answers about movies")
  func movies() throws {
    let service = try Self.service()
    let movie = try Bodies.movie()
    try Self.expect(Call(status: 202, method: "POST", body: movie), service)
    try Self.expect(
      Call(status: 201, method: "POST", fields: ["Prefer: wait=60"], body: movie), service)
    try Self.expect(Call(status: 200, method: "POST", path: "/v1/verdicts", body: movie), service)
    let key = ["Idempotency-Key: k"]
    _ = try service.post("/v1/clips", movie, fields: key)
    try Self.expect(
      Call(status: 409, method: "POST", fields: key, body: try Bodies.movie(1)), service)
    let long = [UInt8](
      try Data(contentsOf: URL(filePath: Checkout.path("samples/browser-recording.webm"))))
    try Self.expect(Call(status: 422, method: "POST", body: long), service)
    let id = try #require(
      try service.post("/v1/clips", movie, fields: ["Prefer: wait=60"]).document["id"].string)
    for name in ["movie.mp4", "poster.jpg"] {
      let path = "/v1/clips/\(id)/\(name)"
      try Self.expect(Call(status: 200, path: path), service)
      try Self.expect(Call(status: 206, path: path, fields: ["Range: bytes=0-1"]), service)
      try Self.expect(Call(status: 416, path: path, fields: ["Range: bytes=99999999-"]), service)
      try Self.expect(Call(status: 304, path: path, fields: ["If-None-Match: *"]), service)
    }
    try Self.expect(Call(status: 200, path: "/v1/clips/\(id)/events"), service)
  }

  @Test("so does a body that is too large in chunks, as the parts of a form and as a whole")
  func tooLarge() throws {
    let service = try Self.service(["CLIPGATE_POLICY_MAX_BYTES": "100KiB"])
    let chunk = Array("100000\r\n".utf8) + [UInt8](repeating: 0x61, count: 1 << 20) + [13, 10]
    // The call's own length is left out of it.
    for type in ["video/mp4", "multipart/form-data; boundary=b"] {
      for (origin, isAllowed) in [(Self.allowed, true), (Self.other, false)] {
        let wire = try Wire(service.port)
        let head = [
          "POST /v1/clips HTTP/1.1", "Host: a", "Origin: \(origin)", "Content-Type: \(type)",
          "Transfer-Encoding: chunked", "", "",
        ]
        wire.send(Array(head.joined(separator: "\r\n").utf8) + chunk)
        let reply = try #require(wire.answer(within: 20))
        #expect(reply.status == (type == "video/mp4" ? 413 : 400))
        #expect(reply.problemFaults == [])
        #expect(reply.fields["access-control-allow-origin"] == (isAllowed ? Self.allowed : nil))
        #expect(reply.fields["vary"] == "Origin")
      }
    }
    let form = Bodies.form(
      [.file("video", "a.mp4", [UInt8](repeating: 0x61, count: 150_000))], boundary: "b")
    try Self.expect(
      Call(
        status: 413, method: "POST", fields: ["Content-Type: multipart/form-data; boundary=b"],
        body: form), service)
  }

  @Test("so does who lacks a token")
  func unauthorized() throws {
    let folder = try ScratchFolder()
    let token = try folder.write(Data("secret\n".utf8), as: "token")
    let service = try Self.service(flags: ["--token-file", token])
    try Self.expect(Call(status: 401), service)
    try Self.expect(Call(status: 401, fields: ["Authorization: Bearer other"]), service)
    try Self.expect(Call(status: 204, method: "OPTIONS"), service)
    try Self.expect(Call(status: 200, fields: ["Authorization: Bearer secret"]), service)
  }

  @Test("so does who comes while as many bodies come as there is room for")
  func busy() throws {
    let service = try Self.service()
    let wires = try (0..<64).map { _ in
      let wire = try Wire(service.port)
      wire.send("POST /v1/clips HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n")
      // So much that it has moved.
      wire.send([UInt8](repeating: 0x61, count: 20_000))
      return wire
    }
    usleep(500_000)
    let call = Call(status: 503, method: "POST", body: Array("abc".utf8))
    try Self.expect(call, service)
    let reply = try call.send(to: service, origin: Self.allowed)
    #expect(reply.faults(status: 503, code: "service.busy") == [])
    #expect(Int(reply.fields["retry-after"] ?? "") ?? 0 > 0)
    withExtendedLifetime(wires) {}
  }

  @Test(
    "so does a client that is too slow, in the head and in the body",
    arguments: [
      "GET /v1/clips HTTP/1.1\r\nHost: a\r\nOrigin: http://a.example\r\nX: ",
      "POST /v1/clips HTTP/1.1\r\nHost: a\r\nOrigin: http://a.example\r\nContent-Length: 9\r\n\r\na",
    ])
  func slow(begun: String) throws {
    let service = try Self.service()
    let wire = try Wire(service.port)
    wire.send(begun)
    let reply = try #require(wire.answer(within: 40))
    #expect(reply.status == 408)
    #expect(reply.problemFaults == [])
    #expect(reply.fields["access-control-allow-origin"] == Self.allowed)
    #expect(reply.fields["vary"] == "Origin")
  }

  @Test("a browser may ask beforehand, and is told what it may send")
  func preflight() throws {
    let service = try Self.service()
    let reply = try Call(
      status: 204, method: "OPTIONS",
      fields: [
        "Access-Control-Request-Method: POST",
        "Access-Control-Request-Headers: authorization, idempotency-key, prefer",
      ]
    ).send(to: service, origin: Self.allowed)
    let methods = reply.fields["access-control-allow-methods"] ?? ""
    let fields = (reply.fields["access-control-allow-headers"] ?? "").lowercased()
    #expect(methods.contains("POST") && methods.contains("GET"))
    for name in ["authorization", "idempotency-key", "prefer", "content-type", "range"] {
      #expect(fields.contains(name))
    }
    let read = (reply.fields["access-control-expose-headers"] ?? "").lowercased()
    #expect(read.contains("location") && read.contains("x-request-id"))
  }

  @Test("without such a setting no answer names an origin, and with a star all are named")
  func settings() throws {
    let closed = try RunningService()
    let reply = try Call(status: 200).send(to: closed, origin: Self.allowed)
    #expect(reply.fields["access-control-allow-origin"] == nil)
    let open = try RunningService(environment: ["CLIPGATE_SERVER_CORS_ORIGINS": "*"])
    for call in [Call(status: 200), Call(status: 404, path: "/none")] {
      let reply = try call.send(to: open, origin: Self.other)
      #expect(reply.status == call.status)
      #expect(reply.fields["access-control-allow-origin"] == "*")
    }
  }
}
