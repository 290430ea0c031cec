import TestSupport
import Testing

@testable import HTTP

@Suite("Admission")
struct AdmissionTests {
  @Test func `a connection too many is told 503, and one that ends makes room`() throws {
    let running = try RunningServer { ($0.connections, $0.retryAfter) = (4, 7) }
    var wires: [Wire] = []
    for _ in 0..<4 {
      let wire = try Wire(running.port)
      wire.send("GET / HTTP/1.1|Host: h||")
      #expect(wire.answer()?.status == 200)
      wires.append(wire)
    }
    // More than are waited for in peace, too.
    for sends in Array(repeating: true, count: 20) + Array(repeating: false, count: 20) {
      let wire = try Wire(running.port)
      if sends { wire.send("GET / HTTP/1.1|Host: h||") }
      let reply = try #require(wire.answer())
      #expect(reply.status == 503)
      #expect(reply.fields["retry-after"] == "7")
      #expect(reply.fields["connection"] == "close")
      wires.append(wire)
    }
    #expect(running.handler.begun.count == 4)
    wires = Array(wires[1..<4])
    #expect(
      RunningServer.eventually {
        guard let wire = try? Wire(running.port) else { return false }
        wire.send("GET / HTTP/1.1|Host: h||")
        return wire.answer()?.status == 200
      })
  }

  @Test func `a body too many is told 503, and one that ends makes room`() throws {
    let running = try RunningServer { $0.bodies = 1 }
    let first = try Wire(running.port)
    first.send("POST / HTTP/1.1|Host: h|Content-Length: 4||ab")
    #expect(RunningServer.eventually { running.handler.bytes == 2 })
    let second = try Wire(running.port)
    second.send("POST / HTTP/1.1|Host: h|Content-Length: 4||abcd")
    let reply = try #require(second.answer())
    #expect(reply.status == 503)
    #expect(reply.fields["retry-after"] == "5")
    #expect(running.handler.abandoned == [.busy])
    let bodyless = try Wire(running.port)
    bodyless.send("GET / HTTP/1.1|Host: h||")
    #expect(bodyless.answer()?.status == 200)
    first.send("cd")
    #expect(first.answer()?.status == 200)
    let third = try Wire(running.port)
    third.send("POST / HTTP/1.1|Host: h|Content-Length: 4||abcd")
    #expect(third.answer()?.status == 200)
  }
}
