import Foundation
import Glibc
import TestSupport
import Testing

/// A database that can't be used, while the service runs.
@Suite struct DatabaseFaultTests {
  /// As ext4 makes itself where its device has failed it.
  @Test(.enabled(if: VolatileDisk.obstacle == nil, "no disk can be made here"))
  func `one that may only be read answers what was promised, and promises nothing new`() throws {
    let folder = try ScratchFolder()
    let disk = try VolatileDisk(image: VolatileDisk.newImage(in: folder))
    let service = try RunningService(data: "\(disk.mount)/data")
    let id = try #require(try service.post("/v1/clips", try Bodies.movie()).document["id"].string)
    _ = try ServiceTests.ready(service, id)
    try disk.becomeReadOnly()
    for number in 1..<4 {
      let reply = try service.post("/v1/clips", try Bodies.movie(number))
      #expect(reply.faults(status: 503, code: "service.busy") == [], "\(reply.text)")
    }
    #expect(try service.get("/readyz").status == 503)
    #expect(try service.get("/healthz").status == 200)
    #expect(try service.get("/v1/clips/\(id)").status == 200)
    #expect(try service.get("/v1/clips/\(id)/movie.mp4").status == 200)
  }

  @Test func `one that somebody else has locked is busy for as long`() throws {
    let service = try RunningService()
    let id = try #require(try service.post("/v1/clips", try Bodies.movie()).document["id"].string)
    _ = try ServiceTests.ready(service, id)
    let holder = try Program(path: "/usr/bin/python3").start([
      "-c",
      """
      import sqlite3, sys, time
      database = sqlite3.connect(sys.argv[1], isolation_level=None)
      database.execute("BEGIN IMMEDIATE")
      open(sys.argv[2], "w").close()
      time.sleep(600)
      """, "\(service.data)/clipgate.db", "\(service.data)/locked",
    ])
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: "\(service.data)/locked") {
      usleep(10_000)
    }
    let reply = try service.post("/v1/clips", try Bodies.movie(1))
    #expect(reply.faults(status: 503, code: "service.busy") == [])
    #expect(reply.fields["retry-after"] != nil)
    // Reading waits for no writer.
    #expect(try service.get("/v1/clips/\(id)").status == 200)
    #expect(try service.stored("incoming").isEmpty)
    holder.send(signal: SIGKILL)
    _ = try holder.wait()
    let next = try service.post("/v1/clips", try Bodies.movie(1), fields: ["Prefer: wait=60"])
    #expect(next.status == 201)
  }

  @Test func `one that has vanished promises nothing, and what it had is there when it is back`()
    throws
  {
    let service = try RunningService()
    let id = try #require(try service.post("/v1/clips", try Bodies.movie()).document["id"].string)
    _ = try ServiceTests.ready(service, id)
    let files = FileManager.default
    let database = "\(service.data)/clipgate.db"
    try files.moveItem(atPath: database, toPath: "\(database).away")
    for number in 1..<4 {
      let reply = try service.post("/v1/clips", try Bodies.movie(number))
      #expect(reply.faults(status: 503, code: "service.busy") == [])
    }
    usleep(1_100_000)
    #expect(try service.get("/readyz").status == 503)
    try files.moveItem(atPath: "\(database).away", toPath: database)
    usleep(1_100_000)
    #expect(try service.get("/readyz").status == 200)
    #expect(try service.get("/v1/clips/\(id)").status == 200)
    let next = try service.post("/v1/clips", try Bodies.movie(1), fields: ["Prefer: wait=60"])
    #expect(next.status == 201)
  }

  @Test func `one that is damaged is said, ends nothing, and starts no service`() throws {
    let folder = try ScratchFolder()
    let data = folder.file("data")
    let service = try RunningService(data: data)
    for number in 0..<3 {
      let movie = try Bodies.movie(number)
      #expect(try service.post("/v1/clips", movie, fields: ["Prefer: wait=60"]).status == 201)
    }
    service.send(signal: SIGTERM)
    #expect(try service.wait().ending == .exit(143))
    let database = "\(data)/clipgate.db"
    let file = try #require(FileHandle(forUpdatingAtPath: database))
    let size = try file.seekToEnd()
    // The header stays; the tables' pages do not.
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size) - 4096))
    try file.close()
    let again = try? RunningService(data: data)
    // Where it starts, it says of each request that it can't tell, and is not ready.
    if let again {
      let reply = try again.post("/v1/clips", try Bodies.movie(9))
      #expect([500, 503].contains(reply.status))
      #expect(!reply.document["code"].isNull)
      #expect(try again.get("/readyz").status == 503)
      #expect(try again.get("/healthz").status == 200)
    } else {
      let outcome = try Program.clipgate().run(
        ["serve", "--data", data, "--listen", "127.0.0.1:0"])
      #expect(outcome.ending == .exit(3))
      #expect(outcome.errors.contains("corrupt"))
    }
    // Nothing was thrown away for it.
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(data)/store/objects").count == 6)
  }
}
