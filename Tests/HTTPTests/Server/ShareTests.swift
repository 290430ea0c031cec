import Addresses
import TestSupport
import Testing

@testable import HTTP

/// Several clients of this machine, told apart by their addresses of 127.0.0.0/8.
@Suite("Each client's share")
struct ShareTests {
  @Test func `an address with all its connections is told 503, and others are let in`() throws {
    let running = try running { ($0.connectionsPerAddress, $0.retryAfter) = (3, 7) }
    var held = try (0..<3).map { _ in try Wire(running.port, source: "127.0.0.2") }
    for wire in held {
      wire.send("GET / HTTP/1.1|Host: h||")
      #expect(wire.answer()?.status == 200)
    }
    // More than are waited for in peace, too.
    var refused: [Wire] = []
    for _ in 0..<20 {
      let wire = try Wire(running.port, source: "127.0.0.2")
      let reply = try #require(wire.answer())
      #expect(reply.status == 503)
      #expect(reply.fields["retry-after"] == "7")
      refused.append(wire)
    }
    let other = try Wire(running.port, source: "127.0.0.3")
    other.send("GET / HTTP/1.1|Host: h||")
    #expect(other.answer()?.status == 200)
    held.removeLast()
    #expect(
      RunningServer.eventually {
        guard let wire = try? Wire(running.port, source: "127.0.0.2") else { return false }
        wire.send("GET / HTTP/1.1|Host: h||")
        return wire.answer()?.status == 200
      })
  }

  @Test func `an address that sends all its bodies slowly keeps no other from it`() throws {
    let running = try running { ($0.bodies, $0.bodiesPerAddress) = (8, 4) }
    var slow: [Wire] = []
    for _ in 0..<4 {
      let wire = try Wire(running.port, source: "127.0.0.2")
      wire.send("POST / HTTP/1.1|Host: h|Content-Length: 4||a")
      slow.append(wire)
    }
    #expect(RunningServer.eventually { running.handler.bytes == 4 })
    for _ in 0..<10 {
      let reply = try #require(try post(running, "/", from: "127.0.0.2"))
      #expect(reply.status == 503)
      #expect(reply.fields["retry-after"] == "5")
    }
    #expect(try post(running, "/", from: "127.0.0.3")?.status == 200)
    // Its other requests are none of bodies.
    let reading = try Wire(running.port, source: "127.0.0.2")
    reading.send("GET / HTTP/1.1|Host: h||")
    #expect(reading.answer()?.status == 200)
    slow[0].send("bcd")
    #expect(slow[0].answer()?.status == 200)
    #expect(try post(running, "/", from: "127.0.0.2")?.status == 200)
  }

  @Test func `a client that asks for too much is told when to come again`() throws {
    let running = try running { $0.uploadsPerMinute = 2 }
    for _ in 0..<2 { #expect(try post(running, "/costly", from: "127.0.0.2")?.status == 200) }
    let reply = try #require(try post(running, "/costly", from: "127.0.0.2"))
    #expect(reply.status == 503)
    #expect((29...30).contains(Int(reply.fields["retry-after"] ?? "") ?? 0))
    #expect(running.handler.abandoned == [.busy])
    #expect(try post(running, "/", from: "127.0.0.2")?.status == 200)
    #expect(try post(running, "/costly", from: "127.0.0.3")?.status == 200)
  }

  @Test func `behind a proxy the limits hold for whom it asks`() throws {
    let running = try running {
      $0.trustedProxies = [AddressRange("127.0.0.2")].compactMap(\.self)
      ($0.uploadsPerMinute, $0.connectionsPerAddress) = (1, 1)
    }
    // One connection of the proxy's, beside which it has others.
    let wires = try (0..<3).map { _ in try Wire(running.port, source: "127.0.0.2") }
    func ask(_ wire: Wire, _ client: String) -> Int? {
      wire.send(
        "POST /costly HTTP/1.1|Host: h|X-Forwarded-For: \(client)|Content-Length: 1||a")
      return wire.answer()?.status
    }
    #expect(ask(wires[0], "203.0.113.9") == 200)
    #expect(ask(wires[0], "203.0.113.8") == 200)
    #expect(ask(wires[0], "2001:db8::1") == 200)
    #expect(ask(wires[0], "2001:db8::2") == 503)
    #expect(ask(wires[1], "6.6.6.6, 203.0.113.9") == 503)
    // Who is no proxy is believed nothing.
    let liar = try Wire(running.port, source: "127.0.0.3")
    #expect(ask(liar, "203.0.113.1") == 200)
    #expect(ask(liar, "203.0.113.2") == 503)
  }

  @Test func `requests of one client that a proxy holds open count as its connections`() throws {
    let running = try running {
      $0.trustedProxies = [AddressRange("127.0.0.2")].compactMap(\.self)
      $0.connectionsPerAddress = 2
    }
    func open(_ path: String, _ client: String) throws -> Wire {
      let wire = try Wire(running.port, source: "127.0.0.2")
      wire.send("GET \(path) HTTP/1.1|Host: h|X-Forwarded-For: \(client)||")
      return wire
    }
    let held = [try open("/held", "203.0.113.9"), try open("/held", "203.0.113.9")]
    #expect(RunningServer.eventually { running.handler.held.count == 2 })
    #expect(try open("/", "203.0.113.9").answer()?.status == 503)
    #expect(try open("/", "203.0.113.8").answer()?.status == 200)
    for responder in running.handler.held { responder.answer(Response(status: 204)) }
    #expect(held[0].answer()?.status == 204)
    #expect(held[1].answer()?.status == 204)
    // Its place is free once the answer is written, which its reader may know first.
    #expect(
      RunningServer.eventually { (try? open("/", "203.0.113.9"))?.answer()?.status == 200 })
  }

  @Test func `clients of this machine have no bounds as a rule`() throws {
    let running = try RunningServer {
      ($0.connectionsPerAddress, $0.bodiesPerAddress, $0.uploadsPerMinute) = (1, 1, 1)
    }
    let idle = try Wire(running.port)
    for _ in 0..<3 { #expect(try post(running, "/costly", from: "127.0.0.2")?.status == 200) }
    withExtendedLifetime(idle) {}
  }

  private func running(_ change: (inout ServerConfiguration) -> Void) throws -> RunningServer {
    try RunningServer {
      $0.exemptsLoopback = false
      change(&$0)
    }
  }

  private func post(
    _ running: RunningServer, _ path: String, from source: String
  ) throws -> Reply? {
    let wire = try Wire(running.port, source: source)
    wire.send("POST \(path) HTTP/1.1|Host: h|Content-Length: 4|Connection: close||abcd")
    return wire.answer()
  }
}
