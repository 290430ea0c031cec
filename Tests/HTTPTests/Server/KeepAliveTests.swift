import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTP

@Suite("Good requests")
struct KeepAliveTests {
  @Test(arguments: [Int.max, 1])
  func `requests one behind the other are answered in their order`(piece: Int) throws {
    let running = try RunningServer()
    var request: [UInt8] = []
    for number in 0..<20 {
      request += bytes("GET /a\(number) HTTP/1.1|Host: h||")
      request += bytes("POST /later HTTP/1.1|Host: h|Content-Length: 3||abc")
      request += bytes("POST /b HTTP/1.1|Host: h|Transfer-Encoding: chunked||2|ab|1|c|0|X: y||")
    }
    let (replies, end) = try Wire.ask(running.port, request, piece: piece)
    let expected = (0..<20).flatMap { ["/a\($0) 0 0", "/later 3 96354", "/b 3 96354"] }
    #expect(replies.map(\.text) == expected)
    #expect(replies.allSatisfy { $0.status == 200 && $0.fields["connection"] == nil })
    #expect(Set(replies.map { $0.fields["x-request-id"] }).count == 60)
    #expect(end == .closed)
  }

  @Test(arguments: [
    ("GET /x HTTP/1.0||", true), ("GET /x HTTP/1.1|Host: h|Connection: a, Close||", true),
    ("GET /x HTTP/1.1|Host: h||", false),
  ])
  func `a connection ends where the client wants it`(request: String, ends: Bool) throws {
    let running = try RunningServer()
    let wire = try Wire(running.port)
    wire.send(request)
    let reply = try #require(wire.answer())
    #expect(reply.status == 200)
    #expect((reply.fields["connection"] == "close") == ends)
    #expect(wire.receive(within: 0.3).end == (ends ? .closed : .silent))
  }

  @Test func `HEAD has the fields of GET and no body`() throws {
    let running = try RunningServer()
    let wire = try Wire(running.port)
    wire.send("HEAD /x HTTP/1.1|Host: h||")
    let reply = try #require(wire.answer(isHead: true))
    #expect(reply.fields["content-length"] == "6")
    wire.send("GET /x HTTP/1.1|Host: h||")
    #expect(wire.answer()?.text == "/x 0 0")
  }

  @Test func `a responder that is let go of answers 500`() throws {
    let running = try RunningServer()
    let reply = try #require(
      Wire.ask(running.port, bytes("GET /forgotten HTTP/1.0||")).replies.first)
    #expect(reply.status == 500)
  }

  @Test func `an answer before the body ends the connection, and the body is no request`() throws {
    let running = try RunningServer()
    let request =
      bytes("POST /refused HTTP/1.1|Host: h|Content-Length: 33||") + Ambiguity.hidden.utf8
    let (replies, _) = try Wire.ask(running.port, request)
    #expect(replies.map(\.status) == [401])
    #expect(running.handler.begun == ["/refused"])
  }

  @Test func `a value of an answer can't begin a field of its own`() throws {
    let running = try RunningServer {
      $0.decorate = { response, _ in response.fields["X-A"] = "b\r\nX-C: d\0" }
    }
    let reply = try #require(Wire.ask(running.port, bytes("GET /x HTTP/1.0||")).replies.first)
    #expect(reply.fields["x-a"] == "b  X-C: d ")
    #expect(reply.fields["x-c"] == nil)
  }

  @Test func `a hundred clients at once get their own answers`() throws {
    let running = try RunningServer()
    let wrong = Mutex<[String]>([])
    let port = running.port
    Crowd.run(100) { client in
      guard let wire = try? Wire(port) else { return wrong.withLock { $0.append("no") } }
      for turn in 0..<10 {
        let body = [UInt8](repeating: UInt8(client), count: 5000 + turn)
        wire.send(
          bytes("POST /c\(client) HTTP/1.1|Host: h|Content-Length: \(body.count)||") + body)
        let sum = body.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
        let text = wire.answer(within: 20)?.text ?? "none"
        if text != "/c\(client) \(body.count) \(sum)" { wrong.withLock { $0.append(text) } }
      }
    }
    let found = wrong.withLock { $0 }
    #expect(found == [])
    #expect(running.handler.finished == 1000)
  }

  @Test(arguments: ["127.0.0.1", "::1", "::", "0.0.0.0", "localhost"])
  func `a host's addresses are listened on`(host: String) throws {
    let running = try RunningServer(host: host)
    let clients = [
      "127.0.0.1": ["127.0.0.1"], "0.0.0.0": ["127.0.0.1"], "::1": ["::1"],
      "::": ["127.0.0.1", "::1"], "localhost": ["127.0.0.1"],
    ]
    for client in clients[host] ?? [] {
      let wire = try Wire(running.port, host: client)
      wire.send("GET /x HTTP/1.1|Host: h||")
      #expect(wire.answer()?.status == 200)
      let address = running.handler.memory.withLock { $0.heads.last?.clientAddress }
      #expect(address == client)
    }
  }

  @Test func `a port that is taken is an error`() throws {
    let running = try RunningServer()
    #expect(throws: ServerError("bind", errno: 98)) {
      try Server.start(
        ServerConfiguration(host: "127.0.0.1", port: running.port), handler: running.handler)
    }
  }

  @Test func `every request is told of, with what came and went`() throws {
    let running = try RunningServer()
    _ = try Wire.ask(running.port, bytes("POST /x HTTP/1.1|Host: h|Content-Length: 3||abcGET\t|"))
    #expect(RunningServer.eventually { running.exchanges.count == 2 })
    let exchanges = running.exchanges
    #expect(exchanges.map(\.status) == [200, 400])
    #expect(exchanges.map(\.received) == [3, 0])
    #expect(exchanges.allSatisfy { $0.isWhole && $0.sent > 100 })
    #expect(exchanges.map { $0.head?.path } == ["/x", nil])
  }
}
