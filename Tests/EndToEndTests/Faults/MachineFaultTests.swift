import Foundation
import Glibc
import TestSupport
import Testing

/// Descriptors that end, clients that go.
@Suite struct MachineFaultTests {
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
