import TestSupport
import Testing

@testable import HTTP

@Suite("Ambiguous requests, over sockets")
struct AmbiguityTests {
  @Test(arguments: Ambiguity.all, [Int.max, 1])
  func `an ambiguous request is refused, and the one hidden behind it does not run`(
    _ ambiguity: Ambiguity, piece: Int
  ) throws {
    let running = try RunningServer { $0.lingerDeadline = .milliseconds(200) }
    let (replies, end) = try Wire.ask(running.port, ambiguity.request, piece: piece)
    #expect(replies.map(\.status) == [400])
    #expect(end == .closed)
    #expect(replies.first?.fields["connection"] == "close")
    #expect(!running.handler.begun.contains("/hidden"))
    // A body that turned out to be none was given up.
    #expect(
      running.handler.abandoned.count + running.handler.finished == running.handler.begun.count)
  }

  @Test func `the server's own answers are problems with an id, and are decorated`() throws {
    let running = try RunningServer()
    let reply = try #require(Wire.ask(running.port, bytes("GET\t/|")).replies.first)
    #expect(reply.fields["content-type"] == "application/problem+json")
    #expect(reply.fields["x-request-id"]?.count == 36)
    #expect(reply.fields["x-content-type-options"] == "nosniff")
    #expect(reply.fields["x-decorated"] == "yes")
    #expect(
      reply.text == """
        {"code":"request.malformed","title":"Bad Request","status":400,\
        "detail":"the method is none","verdict":null}

        """)
  }
}
