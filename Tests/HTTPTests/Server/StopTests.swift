import Dispatch
import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite("A server that stops")
struct StopTests {
  /// Stops on a thread of its own; the group is left when it is done.
  private func stop(_ server: Server, within time: Duration) -> DispatchGroup {
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      server.stop(within: time)
      group.leave()
    }
    return group
  }

  private func start() throws -> (Server, CountingHandler) {
    let handler = CountingHandler()
    var configuration = ServerConfiguration(host: "127.0.0.1", port: 0)
    configuration.threads = 2
    return (try Server.start(configuration, handler: handler), handler)
  }

  @Test func `what is in progress is finished, all else ends at once`() throws {
    let (server, handler) = try start()
    let idle = try Wire(server.port)
    idle.send("GET / HTTP/1.1|Host: h||")
    #expect(idle.answer()?.status == 200)
    let body = try Wire(server.port)
    body.send("POST / HTTP/1.1|Host: h|Content-Length: 4||ab")
    let held = try Wire(server.port)
    held.send("POST /held HTTP/1.1|Host: h||")
    let events = try Wire(server.port)
    events.send("GET /events HTTP/1.1|Host: h||")
    #expect(RunningServer.eventually { handler.begun.count == 4 && handler.held.count == 1 })
    let group = stop(server, within: .seconds(10))
    #expect(idle.rest(within: 2).end == .closed)
    #expect(Reply.all(of: events.rest(within: 2).bytes).map(\.status) == [200])
    #expect(throws: (any Error).self) { try Wire(server.port) }
    body.send("cd")
    #expect(body.answer()?.fields["connection"] == "close")
    handler.held.first?.answer(Response(status: 200))
    #expect(held.answer()?.status == 200)
    #expect(group.wait(timeout: .now() + 4) == .success)
  }

  @Test func `what does not end in time is cut`() throws {
    let (server, handler) = try start()
    let held = try Wire(server.port)
    held.send("POST /held HTTP/1.1|Host: h||")
    let body = try Wire(server.port)
    body.send("POST / HTTP/1.1|Host: h|Content-Length: 4||ab")
    #expect(RunningServer.eventually { handler.begun.count == 2 && handler.held.count == 1 })
    let start = ContinuousClock.now
    #expect(stop(server, within: .milliseconds(300)).wait(timeout: .now() + 4) == .success)
    #expect(.milliseconds(250)...(.seconds(2)) ~= ContinuousClock.now - start)
    #expect(handler.abandoned == [.stopping])
    let responder = try #require(handler.held.first)
    #expect(responder.isClientGone)
    responder.answer(Response(status: 200))
    #expect(held.rest(within: 1).end != .silent)
  }
}
