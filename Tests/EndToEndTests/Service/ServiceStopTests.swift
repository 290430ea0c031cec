import Foundation
import Glibc
import TestSupport
import Testing

/// A service that is told to end: nobody waits in vain, nothing is lost, nothing stays.
@Suite(.serialized) struct ServiceStopTests {
  @Test func `an upload that is half sent may end, and one that does not holds nobody up`() throws {
    let service = try RunningService()
    let movie = try Bodies.movie()
    let (ending, idle) = (try Wire(service.port), try Wire(service.port))
    for wire in [ending, idle] {
      wire.send(
        "POST /v1/clips HTTP/1.1\r\nHost: x\r\nContent-Length: \(movie.count)\r\n\r\n")
      wire.send(Array(movie[..<500]))
    }
    usleep(200_000)
    let start = ContinuousClock().now
    service.send(signal: SIGTERM)
    usleep(1_000_000)
    #expect(throws: ProgramError.self, "nobody listens") { try Wire(service.port) }
    ending.send(Array(movie[500...]))
    let reply = try #require(ending.answer(within: 10))
    #expect(reply.status == 202)
    let outcome = try service.wait()
    #expect(outcome.ending == .exit(143))
    #expect(ContinuousClock().now - start < .seconds(10))
    Self.expectNobody(service)
    // The cut one left nothing, and the other is made by the next process.
    let next = try RunningService(data: service.data)
    _ = try ServiceTests.ready(next, try #require(reply.document["id"].string))
    #expect(try next.get("/v1/clips").document["clips"].items.count == 1)
    #expect(try ServiceTests.files(next, "incoming").isEmpty)
  }

  @Test func `jobs that take too long are handed back, and whoever waits is told`() throws {
    let service = try RunningService(flags: ["--workers", "2"])
    var ids: [String] = []
    for number in 0..<2 {
      let reply = try service.post("/v1/clips", try Bodies.large(number))
      ids.append(try #require(reply.document["id"].string))
      try service.haltChildren(number + 1)
    }
    let movie = try Bodies.movie()
    let waiting = try Wire(service.port)
    waiting.send(
      "POST /v1/clips HTTP/1.1\r\nHost: x\r\nContent-Length: \(movie.count)\r\n"
        + "Prefer: wait=60\r\n\r\n")
    waiting.send(movie)
    let streaming = try Wire(service.port)
    streaming.send("GET /v1/clips/\(ids[1])/events HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(!streaming.receive().bytes.isEmpty)
    usleep(1_000_000)
    let start = ContinuousClock().now
    service.send(signal: SIGTERM)
    let stream = streaming.rest(within: 12)
    #expect(stream.end == .closed && stream.bytes.suffix(5) == Array("0\r\n\r\n".utf8))
    let answer = try #require(waiting.answer(within: 12))
    #expect(answer.status == 202)
    let outcome = try service.wait()
    let time = ContinuousClock().now - start
    print("ended after \(time)")
    #expect(outcome.ending == .exit(143))
    #expect(time < .seconds(10))
    Self.expectNobody(service)
    let released = outcome.errors.split(separator: "\n")
      .compactMap { try? JSON(parsing: Data($0.utf8)) }
      .filter { $0["ending"].string == "released" }.count
    #expect(released == 2)
    let next = try RunningService(data: service.data)
    for _ in 0..<3000 {
      let clips = try next.get("/v1/clips").document["clips"].items
      if clips.allSatisfy({ $0["status"].string == "ready" }) { break }
      usleep(100_000)
    }
    let clips = try next.get("/v1/clips").document["clips"].items
    #expect(clips.map { $0["status"].string } == Array(repeating: "ready", count: 3))
    let objects = try ObjectListing(next.data)
    #expect(objects.isExact && objects.movies.count == 3 && objects.received.isEmpty)
    #expect(try ServiceTests.files(next, "incoming").isEmpty)
  }

  @Test func `an upload that waits for its clip is answered while the service ends`() throws {
    let service = try RunningService(flags: ["--workers", "1"])
    let movie = try Bodies.movie()
    let wire = try Wire(service.port)
    wire.send(
      "POST /v1/clips HTTP/1.1\r\nHost: x\r\nContent-Length: \(movie.count)\r\n"
        + "Prefer: wait=60\r\n\r\n")
    wire.send(Array(movie[..<500]))
    usleep(200_000)
    let start = ContinuousClock().now
    service.send(signal: SIGTERM)
    usleep(500_000)
    wire.send(Array(movie[500...]))
    let reply = try #require(wire.answer(within: 10))
    #expect(reply.status == 202 && reply.document["status"].string == "queued")
    #expect(try service.wait().ending == .exit(143))
    #expect(ContinuousClock().now - start < .seconds(10))
  }

  @Test func `who tells it twice is obeyed at once`() throws {
    let service = try RunningService(flags: ["--workers", "1"])
    let id = try #require(
      try service.post("/v1/clips", try Bodies.large()).document["id"].string)
    try service.haltChildren(1)
    service.send(signal: SIGTERM)
    usleep(500_000)
    #expect(!ProcessTable.isZombie(service.process), "it lets the job be done")
    let start = ContinuousClock().now
    service.send(signal: SIGTERM)
    let outcome = try service.wait()
    #expect(outcome.ending == .exit(143), "\(outcome.ending) \(outcome.errors)")
    #expect(ContinuousClock().now - start < .seconds(1))
    Self.expectNobody(service)
    let next = try RunningService(data: service.data, flags: ["--workers", "1"])
    _ = try ServiceTests.ready(next, id)
  }

  /// No process of the service's group is left, or a moment later none is.
  private static func expectNobody(_ service: RunningService) {
    for _ in 0..<50 where !service.others().isEmpty { usleep(100_000) }
    #expect(service.others().isEmpty)
  }
}
