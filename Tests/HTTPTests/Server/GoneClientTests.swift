import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite("Clients that go away")
struct GoneClientTests {
  @Test(arguments: [true, false])
  func `a receiver hears once that its client is gone`(resets: Bool) throws {
    let running = try RunningServer()
    for number in 1...50 {
      let wire = try Wire(running.port)
      wire.send("POST / HTTP/1.1|Host: h|Content-Length: 1000||abc")
      try #require(RunningServer.eventually { running.handler.bytes == number * 3 })
      if resets { wire.reset() }
    }
    #expect(RunningServer.eventually { running.handler.abandoned.count == 50 })
    usleep(50_000)
    #expect(running.handler.abandoned == Array(repeating: .gone, count: 50))
    #expect(running.handler.finished == 0)
    #expect(RunningServer.eventually { running.exchanges.count == 50 })
  }

  @Test func `a client that is gone before its answer is known to be`() throws {
    let running = try RunningServer()
    let wire = try Wire(running.port)
    wire.send("POST /held HTTP/1.1|Host: h|Content-Length: 3||abc")
    #expect(RunningServer.eventually { running.handler.held.count == 1 })
    let responder = try #require(running.handler.held.first)
    #expect(!responder.isClientGone)
    wire.reset()
    #expect(RunningServer.eventually { responder.isClientGone })
    // Nobody hears it, and nothing breaks.
    responder.answer(Response(status: 200))
    #expect(try Wire.ask(running.port, bytes("GET / HTTP/1.0||")).replies.map(\.status) == [200])
  }

  @Test func `a client that ended its sending side gets its answer`() throws {
    let running = try RunningServer()
    let (replies, end) = try Wire.ask(
      running.port, bytes("POST /later HTTP/1.1|Host: h|Content-Length: 3||abc"))
    #expect(replies.map(\.status) == [200])
    #expect(end == .closed)
  }
}
