import Foundation
import Glibc
import TestSupport
import Testing

/// Clocks that jump, descriptors that end, clients that go.
@Suite struct MachineFaultTests {
  /// The wall clock is put back and forth while movies are made; the other clocks go on.
  @Test(
    .enabled(if: WrongClock.isThere, "there is no C compiler, or a sanitizer is loaded first"))
  func `a wall clock that jumps stalls nothing and loses nothing`() throws {
    let folder = try ScratchFolder()
    let clock = try WrongClock(in: folder)
    let service = try RunningService(flags: ["--workers", "1"], environment: clock.environment)
    for (number, jump) in [-3600, 3600, -7200, 30 * 86_400, 0].enumerated() {
      let large = try service.post("/v1/clips", try Bodies.large(number))
      #expect(large.status == 202)
      try clock.set(jump)
      let start = ContinuousClock().now
      let reply = try service.post(
        "/v1/clips", try Bodies.movie(number), fields: ["Prefer: wait=60"])
      #expect(reply.status == 201, "\(jump): \(reply.status)")
      #expect(ContinuousClock().now - start < .seconds(30), "\(jump)")
      let id = try #require(large.document["id"].string)
      #expect(try ServiceTests.ready(service, id)["status"].string == "ready", "\(jump)")
    }
    let clips = try service.get("/v1/clips").document["clips"].items
    #expect(clips.count == 10)
    // The clock did jump.
    #expect(Set(clips.compactMap { $0["created"].string?.prefix(10) }).count > 1)
    service.send(signal: SIGTERM)
    #expect(try service.wait().ending == .exit(143))
  }

  @Test func `a service without descriptors refuses, and goes on when it has some`() throws {
    let folder = try ScratchFolder()
    let bash = try #require(Program.installed("bash"))
    let script = "ulimit -n 64; exec \"$1\" serve --data \"$2\" --listen 127.0.0.1:0 2> \"$3\""
    let log = folder.file("log")
    let program = try bash.start([
      "-c", script, "bash", Program.clipgate().path, folder.file("data"), log,
    ])
    let port = try #require(try RunningService.port(told: log))
    let movie = try Bodies.movie()
    func post() -> Int {
      guard let wire = try? Wire(port) else { return 0 }
      let head = "POST /v1/clips HTTP/1.1\r\nHost: a\r\nContent-Length: \(movie.count)\r\n\r\n"
      wire.send(Array(head.utf8) + movie)
      return wire.answer(within: 30)?.status ?? 0
    }
    #expect(post() == 202)
    do {
      // Connections that say nothing take what there is; each is cut at its deadline.
      let idle = (0..<100).compactMap { _ in try? Wire(port) }
      #expect(idle.count > 30)
      let statuses = (0..<5).map { _ in post() }
      #expect(statuses.allSatisfy { [0, 202, 503].contains($0) }, "\(statuses)")
    }
    var status = 0
    for _ in 0..<100 where status != 202 {
      status = post()
      usleep(100_000)
    }
    #expect(status == 202)
    program.send(signal: SIGTERM)
    #expect(try program.wait().ending == .exit(143))
  }

  /// Those who go in the middle leave nothing (OverLimitTests); who has sent all may or may not have been heard.
  @Test func `a client that goes with its last byte leaves a whole clip or nothing`() throws {
    let service = try RunningService()
    let seen = Clients.run(40, atOnce: 8) { number -> Bool in
      guard let movie = try? Bodies.movie(number), let wire = try? Wire(service.port) else {
        return false
      }
      let head = "POST /v1/clips HTTP/1.1\r\nHost: a\r\nContent-Length: \(movie.count)\r\n\r\n"
      wire.send(Array(head.utf8) + movie)
      if number % 2 == 0 { wire.reset() }
      return true
    }
    #expect(seen.allSatisfy { $0 })
    // Whatever was heard is judged and promised; nobody waits for it.
    var count = -1
    for _ in 0..<100 {
      let now = try service.get("/v1/clips?limit=100").document["clips"].items.count
      if now == count, try service.stored("incoming").isEmpty { break }
      count = now
      usleep(500_000)
    }
    #expect(try service.stored("incoming").isEmpty)
    for clip in try service.get("/v1/clips?limit=100").document["clips"].items {
      let id = try #require(clip["id"].string)
      #expect(try ServiceTests.ready(service, id)["status"].string == "ready")
      #expect(try service.get("/v1/clips/\(id)/movie.mp4").status == 200)
    }
    for _ in 0..<100 where try !ObjectListing(service.data).isExact { usleep(100_000) }
    #expect(try ObjectListing(service.data).isExact)
  }
}
