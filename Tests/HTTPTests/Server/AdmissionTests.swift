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

  @Test func `bodies that hardly come keep no body out that does`() throws {
    let running = try RunningServer { ($0.bodies, $0.movingBytes) = (4, 1000) }
    let slow = try (0..<20).map { _ in
      let wire = try Wire(running.port)
      wire.send("POST /slow HTTP/1.1|Host: h|Content-Length: 5000||" + text(0..<900))
      return wire
    }
    // Half of the places are theirs.
    #expect(RunningServer.eventually { running.handler.bytes == 2 * 900 })
    for count in [1, 999, 1000, 200_000] {
      let wire = try Wire(running.port)
      wire.send("POST /whole HTTP/1.1|Host: h|Content-Length: \(count)||" + text(0..<count))
      let body = wire.answer()?.text
      #expect(body == "/whole \(count) \(sum(text(0..<count)))")
    }
    // What was kept of those without a place is theirs once they go on, in its order.
    for wire in slow {
      wire.send(text(900..<5000))
      #expect(wire.answer()?.text == "/slow 5000 \(sum(text(0..<5000)))")
    }
    #expect(running.handler.abandoned == [])
  }

  @Test func `a body that has no place when it has moved is told 503`() throws {
    let running = try RunningServer { ($0.bodies, $0.movingBytes) = (4, 1000) }
    func begin(_ count: Int) throws -> Wire {
      let wire = try Wire(running.port)
      let begun = running.handler.begun.count
      wire.send("POST / HTTP/1.1|Host: h|Content-Length: 5000||" + text(0..<count))
      #expect(RunningServer.eventually { running.handler.begun.count > begun })
      return wire
    }
    let new = [try begin(1), try begin(1)]
    let pending = try begin(1)
    let moving = [try begin(2000), try begin(2000)]
    #expect(RunningServer.eventually { running.handler.bytes == 2 + 2 * 2000 })
    #expect(running.handler.abandoned == [])
    pending.send(text(1..<2000))
    #expect(pending.answer()?.status == 503)
    // With all places taken nobody begins.
    #expect(try begin(1).answer()?.status == 503)
    #expect(running.handler.abandoned == [.busy, .busy])
    for (wire, count) in zip(moving + new, [2000, 2000, 1, 1]) {
      wire.send(text(count..<5000))
      #expect(wire.answer()?.status == 200)
    }
    #expect(try whole(running) == 200)
  }

  @Test func `who has no place yet goes without having had any`() throws {
    let running = try RunningServer { ($0.bodies, $0.movingBytes) = (2, 1000) }
    let held = try Wire(running.port)
    held.send("POST / HTTP/1.1|Host: h|Content-Length: 10||a")
    #expect(RunningServer.eventually { running.handler.bytes == 1 })
    for number in 0..<20 {
      let wire = try Wire(running.port)
      wire.send("POST / HTTP/1.1|Host: h|Content-Length: 10||abc")
      #expect(RunningServer.eventually { running.handler.begun.count == number + 2 })
      wire.reset()
    }
    #expect(RunningServer.eventually { running.handler.abandoned.count == 20 })
    #expect(running.handler.bytes == 1)
    // None of them took the other place along.
    #expect(try whole(running) == 200)
  }

  private func whole(_ running: RunningServer) throws -> Int? {
    let wire = try Wire(running.port)
    wire.send("POST / HTTP/1.1|Host: h|Content-Length: 4||abcd")
    return wire.answer()?.status
  }

  /// Letters that differ from place to place.
  private func text(_ range: Range<Int>) -> String {
    String(decoding: range.map { UInt8(97 + $0 % 23) }, as: UTF8.self)
  }

  private func sum(_ text: String) -> UInt64 {
    text.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }
  }
}
