import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite("Clients that take their time")
struct DeadlineTests {
  private static func hurried() throws -> RunningServer {
    try RunningServer {
      $0.headDeadline = .milliseconds(300)
      $0.idleDeadline = .milliseconds(600)
      ($0.bodySpan, $0.bodyRate) = (.milliseconds(300), 1000)
      $0.sendDeadline = .milliseconds(500)
    }
  }

  @Test(arguments: [
    "GET / HT", "GET / HTTP/1.1|Host: h|X: y", "GET / HTTP/1.1|Host: h||GET /",
    "GET / HTTP/1.1|Host: h||G",
  ])
  func `a head that does not come is 408`(sent: String) throws {
    let running = try Self.hurried()
    let wire = try Wire(running.port)
    wire.send(sent)
    let start = ContinuousClock.now
    let (bytes, end) = wire.rest()
    #expect(Reply.all(of: bytes).last?.status == 408)
    #expect(end == .closed)
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test(arguments: ["", "GET / HTTP/1.1|Host: h||"])
  func `a head that comes byte by byte has no more time`(before: String) throws {
    let running = try Self.hurried()
    let wire = try Wire(running.port)
    wire.send(before)
    if !before.isEmpty {
      #expect(wire.answer()?.status == 200)
      // Between requests there is time, and it does not count.
      usleep(200_000)
    }
    let start = ContinuousClock.now
    while wire.send("G") == 1, ContinuousClock.now - start < .seconds(3) {
      if wire.receive(within: 0.03).bytes.starts(with: "HTTP/1.1 408".utf8) { break }
    }
    #expect(.milliseconds(250)...(.seconds(2)) ~= ContinuousClock.now - start)
  }

  @Test func `a connection on which nothing comes is closed`() throws {
    let running = try Self.hurried()
    let silent = try Wire(running.port).rest()
    #expect(silent.bytes == [] && silent.end == .closed)
    let wire = try Wire(running.port)
    wire.send("GET / HTTP/1.1|Host: h||")
    #expect(wire.answer()?.status == 200)
    let start = ContinuousClock.now
    let idle = wire.rest()
    #expect(idle.bytes == [] && idle.end == .closed)
    #expect(.milliseconds(500)...(.seconds(2)) ~= ContinuousClock.now - start)
  }

  @Test func `a body that comes too slowly is 408, and its receiver hears of it`() throws {
    let running = try Self.hurried()
    let wire = try Wire(running.port)
    wire.send("POST / HTTP/1.1|Host: h|Content-Length: 1000||" + String(repeating: "x", count: 500))
    let start = ContinuousClock.now
    var reply: [UInt8] = []
    while reply.isEmpty, ContinuousClock.now - start < .seconds(3) {
      wire.send("x")
      reply = wire.receive(within: 0.03).bytes
    }
    #expect(reply.starts(with: "HTTP/1.1 408".utf8))
    #expect(running.handler.abandoned == [.tooSlow])
    // The first span is for free.
    #expect(.milliseconds(550)...(.seconds(2)) ~= ContinuousClock.now - start)
  }

  @Test func `a body that comes steadily has the time that it needs`() throws {
    let running = try Self.hurried()
    let wire = try Wire(running.port)
    wire.send("POST / HTTP/1.1|Host: h|Content-Length: 5000||")
    for _ in 0..<50 {
      wire.send(String(repeating: "x", count: 100))
      usleep(25_000)
    }
    #expect(wire.answer()?.status == 200)
  }

  @Test func `an answer may take longer than any of them`() throws {
    let running = try Self.hurried()
    let wire = try Wire(running.port)
    wire.send("POST /held HTTP/1.1|Host: h||")
    usleep(1_200_000)
    #expect(running.handler.held.count == 1)
    running.handler.held.first?.answer(Response(status: 204))
    #expect(wire.answer()?.status == 204)
  }
}
