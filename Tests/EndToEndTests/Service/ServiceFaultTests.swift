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

  @Test func `questions about readiness take no place from uploads`() async throws {
    let service = try RunningService(flags: ["--workers", "1"])
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try service.get("/readyz").status } }
      group.addTask {
        try service.post("/v1/clips", try Bodies.movie(), fields: ["Prefer: wait=60"]).status
      }
      var statuses: [Int] = []
      for try await status in group { statuses.append(status) }
      #expect(statuses.count { $0 == 200 } == 100)
      #expect(statuses.count { $0 == 201 } == 1)
    }
  }

  /// Standard error is a pipe that nobody reads.
  @Test func `a reader of the log that stalls stops nobody`() throws {
    let folder = try ScratchFolder()
    let service = try RunningService(data: folder.file("data"))
    let bash = try #require(Program.installed("bash"))
    let clipgate = try Program.clipgate().path
    // The fifo is open for reading as long as the shell sleeps, and never read.
    let port = Int(service.port) < 60_000 ? Int(service.port) + 1_031 : Int(service.port) - 1_031
    let shell = try bash.start([
      "-c",
      "mkfifo \(folder.file("log")); sleep 60 < \(folder.file("log")) & "
        + "exec '\(clipgate)' serve --data \(folder.file("other")) --listen 127.0.0.1:\(port) "
        + "2> \(folder.file("log"))",
    ])
    defer { kill(-shell.process, SIGKILL) }
    var answered = 0
    for _ in 0..<200 where answered == 0 {
      usleep(50_000)
      if let wire = try? Wire(UInt16(port)) {
        wire.send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answered = wire.answer()?.status ?? 0
      }
    }
    try #require(answered == 200)
    // A pipe holds 64 KiB; each line has some 200 bytes.
    for _ in 0..<1_000 {
      let wire = try Wire(UInt16(port))
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
    defer { kill(-shell.process, SIGKILL) }
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

  @Test func `who waits for a clip that is deleted is told so`() async throws {
    let service = try RunningService(flags: ["--workers", "1"])
    // One that keeps the only worker, so that the other one waits.
    let large = try Bodies.large()
    #expect(try service.post("/v1/clips", large).status == 202)
    async let waiting = service.post(
      "/v1/clips", try Bodies.movie(5), fields: ["Prefer: wait=60"])
    var id: String?
    for _ in 0..<200 where id == nil {
      let clips = try service.get("/v1/clips").document["clips"].items
      if clips.count == 2 { id = clips.first?["id"].string }
      usleep(20_000)
    }
    #expect(try service.get("/v1/clips/\(try #require(id))", method: "DELETE").status == 204)
    #expect(try await waiting.status == 404)
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

  @Test func `webhooks are refused until they are sent`() throws {
    let outcome = try Program.clipgate().run(
      ["serve"], environment: ["CLIPGATE_WEBHOOK_URL": "https://example.com/"])
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains("webhook.url"))
  }
}
