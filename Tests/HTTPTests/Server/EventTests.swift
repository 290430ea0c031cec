import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTP

@Suite("Streams of events")
struct EventTests {
  private func source(_ running: RunningServer) throws -> CountingHandler.Events {
    #expect(RunningServer.eventually { running.handler.memory.withLock { !$0.sources.isEmpty } })
    return try #require(running.handler.memory.withLock { $0.sources.first })
  }

  @Test(arguments: ["1.1", "1.0"])
  func `events come as they are pushed, and the stream ends`(version: String) throws {
    let running = try RunningServer()
    let wire = try Wire(running.port)
    wire.send("GET /events HTTP/\(version)|Host: h||")
    let source = try source(running)
    var all = wire.receive().bytes
    #expect(String(decoding: all, as: UTF8.self).contains("text/event-stream"))
    for number in 1...3 {
      source.push(.event(ServerSentEvent(name: "clip", data: "a\nb\(number)", id: "\(number)")))
      all += wire.receive().bytes
    }
    source.push(.end)
    if version == "1.1" {
      while Reply.first(of: all[...]) == nil, wire.receive(within: 1).end == nil {}
    }
    // What came in the loop above is the end of the last chunk alone.
    let text = String(decoding: all, as: UTF8.self)
    for number in 1...3 {
      #expect(text.contains("event: clip\nid: \(number)\ndata: a\ndata: b\(number)\n\n"))
    }
    #expect(RunningServer.eventually { source.state.withLock { $0.closed == 1 } })
    if version == "1.0" { #expect(wire.rest().end == .closed) }
  }

  @Test func `an event has its lines as the stream has them, and no other field gets in`() {
    let event = ServerSentEvent(name: "a\nid: 7", data: "b\r\nc\rd\u{2028}e\n", id: "1\r2")
    #expect(
      String(decoding: event.bytes, as: UTF8.self)
        == "event: aid: 7\nid: 12\ndata: b\ndata: c\ndata: d\u{2028}e\ndata: \n\n")
  }

  @Test func `HEAD of a stream closes its source unopened`() throws {
    let running = try RunningServer()
    let wire = try Wire(running.port)
    wire.send("HEAD /events HTTP/1.1|Host: h||GET /x HTTP/1.0||")
    let source = try source(running)
    #expect(RunningServer.eventually { source.state.withLock { $0.closed == 1 } })
    #expect(source.state.withLock { $0.wake == nil && $0.asked == 0 })
    #expect(String(decoding: wire.rest().bytes, as: UTF8.self).hasSuffix("/x 0 0"))
  }

  @Test func `behind a stream that ended another request is answered`() throws {
    let running = try RunningServer()
    let wire = try Wire(running.port)
    wire.send("GET /events HTTP/1.1|Host: h||GET /x HTTP/1.1|Host: h|Connection: close||")
    let source = try source(running)
    source.push(.event(ServerSentEvent(data: "a")))
    source.push(.end)
    let replies = Reply.all(of: wire.rest().bytes)
    #expect(replies.map(\.text) == ["data: a\n\n", "/x 0 0"])
  }

  @Test func `a reader that does not read is not asked for`() throws {
    let running = try RunningServer()
    let wire = try Wire(running.port, receiveBuffer: 4096)
    wire.send("GET /events HTTP/1.1|Host: h||")
    let source = try source(running)
    source.state.withLock { $0.isEndless = true }
    source.push(.later)
    // Once the sockets' buffers are full, which hold some megabytes, it stands still.
    var asked = 0
    #expect(
      RunningServer.eventually {
        let before = asked
        usleep(500_000)
        asked = source.state.withLock { $0.asked }
        return asked == before && asked > 0
      })
    #expect(10..<20_000 ~= asked)
    _ = wire.receive()
  }

  @Test(arguments: [true, false])
  func `a reader that is gone closes its source, once`(resets: Bool) throws {
    let running = try RunningServer { $0.heartbeat = .milliseconds(100) }
    var wire: Wire? = try Wire(running.port)
    wire?.send("GET /events HTTP/1.1|Host: h||")
    let source = try source(running)
    if resets { wire?.reset() }
    wire = nil
    #expect(RunningServer.eventually { source.state.withLock { $0.closed == 1 } })
    usleep(100_000)
    #expect(source.state.withLock { $0.closed } == 1)
    source.push(.event(ServerSentEvent(data: "nobody")))
  }

  @Test func `a stream without events says that it is there`() throws {
    let running = try RunningServer { $0.heartbeat = .milliseconds(100) }
    let wire = try Wire(running.port)
    wire.send("GET /events HTTP/1.1|Host: h||")
    usleep(500_000)
    let text = String(decoding: wire.receive().bytes, as: UTF8.self)
    #expect(text.split(separator: ": \n\n").count > 2)
  }
}
