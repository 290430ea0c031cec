import Foundation
import Glibc
import TestSupport
import Testing

/// What goes wrong around the service, and what comes of it.
@Suite struct ServiceFaultTests {
  @Test func `a key stands for its upload when the service is started with other limits`() throws {
    let folder = try ScratchFolder()
    let movie = try Bodies.movie()
    let key = ["Idempotency-Key: one"]
    var service: RunningService? = try RunningService(data: folder.file("data"))
    let first = try #require(try service?.post("/v1/clips", movie, fields: key))
    service?.send(signal: SIGTERM)
    #expect(try service?.wait().ending == .exit(143))
    service = try RunningService(
      data: folder.file("data"), flags: ["--max-duration", "4s"],
      environment: ["CLIPGATE_POLICY_MAX_CPU_SECONDS": "201"])
    let again = try #require(try service?.post("/v1/clips", movie, fields: key))
    #expect(first.status == 202 && again.status == 202)
    #expect(first.document["id"] == again.document["id"])
  }

  @Test func `questions about readiness take no place from uploads`() throws {
    let service = try RunningService(flags: ["--workers", "1"])
    let movie = try Bodies.movie()
    let statuses = Clients.run(101, atOnce: 101) { number in
      number == 0
        ? (try? service.post("/v1/clips", movie, fields: ["Prefer: wait=60"]).status)
        : (try? service.get("/readyz").status)
    }
    #expect(statuses.count { $0 == 200 } == 100)
    #expect(statuses.count { $0 == 201 } == 1)
  }

  /// Standard error is a pipe of which somebody reads the first line.
  @Test func `a reader of the log that stalls stops nobody`() throws {
    let folder = try ScratchFolder()
    let bash = try #require(Program.installed("bash"))
    let script = """
      mkfifo "$1/log"
      { read -r line; echo "$line" > "$1/first"; exec sleep 60; } < "$1/log" &
      exec "$2" serve --data "$1/data" --listen 127.0.0.1:0 2> "$1/log"
      """
    let shell = try bash.start(["-c", script, "bash", folder.file("."), Program.clipgate().path])
    let port = try #require(try RunningService.port(told: folder.file("first")))
    // A pipe holds 64 KiB; each line has some 200 bytes.
    for _ in 0..<1_000 {
      let wire = try Wire(port)
      wire.send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(wire.answer()?.status == 200)
    }
    shell.send(signal: SIGTERM)
    #expect(try shell.wait().ending == .exit(143))
  }

  @Test func `a service whose starter ignores SIGHUP lives on without its terminal`() throws {
    let folder = try ScratchFolder()
    let bash = try #require(Program.installed("bash"))
    let clipgate = try Program.clipgate().path
    let shell = try bash.start([
      "-c", "trap '' HUP; exec '\(clipgate)' work --data '\(folder.file("data"))' --workers 1",
    ])
    // A worker that is there has a file that says so.
    let processes = folder.file("data/processes")
    for _ in 0..<200 {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: processes)) ?? []
      if files.contains(where: { $0.hasSuffix(".alive") }) { break }
      usleep(50_000)
    }
    shell.send(signal: SIGHUP)
    usleep(300_000)
    #expect(!ProcessTable.isZombie(shell.process))
    shell.send(signal: SIGTERM)
    #expect(try shell.wait().ending == .exit(143))
  }

  @Test func `a service that was halted and goes on blames no movie for it`() throws {
    // By the clock on the wall a stage has 13 s.
    let service = try RunningService(
      flags: ["--workers", "1"], environment: ["CLIPGATE_POLICY_MAX_CPU_SECONDS": "4"])
    let large = try service.post("/v1/clips", try Bodies.large())
    let id = try #require(large.document["id"].string)
    try service.haltChildren(1)
    service.send(signal: SIGSTOP)
    sleep(15)
    service.send(signal: SIGCONT)
    for child in service.children { kill(child.id, SIGCONT) }
    #expect(try ServiceTests.ready(service, id)["status"].string == "ready")
    let metrics = try service.get("/metrics").text
    #expect(metrics.contains("clipgate_children_total{"))
    #expect(!metrics.contains("ending=\"timed_out\"} 1"))
  }

  @Test func `who waits for a clip that is deleted is told so`() throws {
    let service = try RunningService(flags: ["--workers", "1"])
    // One that keeps the only worker, so that the other one waits.
    let large = try Bodies.large()
    let movie = try Bodies.movie(5)
    #expect(try service.post("/v1/clips", large).status == 202)
    try service.haltChildren(1)
    let statuses = Clients.run(2, atOnce: 2) { number -> Int? in
      if number == 0 {
        return try? service.post("/v1/clips", movie, fields: ["Prefer: wait=60"]).status
      }
      for _ in 0..<1500 {
        let clips = (try? service.get("/v1/clips"))?.document["clips"].items ?? []
        if clips.count == 2, let id = clips.first?["id"].string {
          return try? service.get("/v1/clips/\(id)", method: "DELETE").status
        }
        usleep(20_000)
      }
      return nil
    }
    #expect(Set(statuses) == [404, 204])
  }

  @Test func `a body that means nothing harms nothing`() throws {
    let service = try RunningService()
    let id = try #require(
      try service.post("/v1/clips", try Bodies.movie(), fields: ["Prefer: wait=60"])
        .document["id"].string)
    let wire = try Wire(service.port)
    wire.send(
      "DELETE /v1/clips/\(id) HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
    )
    #expect(wire.answer()?.status == 204)
  }

  @Test func `what is not there is not found, whatever the client has`() throws {
    let service = try RunningService()
    for path in ["/v1/posts/\(UUID())/image.jpg", "/v1/clips/\(UUID())/movie.mp4"] {
      #expect(try service.get(path, fields: ["If-None-Match: *"]).status == 404)
    }
  }

  @Test(arguments: [
    ["serve", "--max-bytes", "9223372036854775807"], ["serve", "--database", "postgres://x/y"],
    ["work", "--open"], ["serve", "--listen", "8080"], ["serve", "x"],
  ])
  func `a service that could not keep its word does not start`(words: [String]) throws {
    let outcome = try Program.clipgate().run(words)
    #expect(outcome.ending == .exit(2))
    #expect(!outcome.errors.isEmpty)
  }
}
