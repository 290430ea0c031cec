import Foundation
import Glibc
import TestSupport
import Testing

/// Want of room in each directory in turn.
@Suite(.enabled(if: MountedService.canMount, "no file system can be mounted here"))
struct FullDiskTests {
  @Test("a movie that the store has no room for is 507, nothing stays, and what fits is taken")
  func noRoom() throws {
    let service = try MountedService([.init(place: "store", kilobytes: 1024)])
    for _ in 0..<3 {
      let reply = try service.post([UInt8](repeating: 0x61, count: 2_000_000))
      #expect(reply.faults(status: 507, code: "service.disk_full") == [])
    }
    for name in ["objects", "incoming"] { #expect(try service.names("store/\(name)").isEmpty) }
    #expect(try service.post(try Bodies.movie()).status == 202)
  }

  /// The whole, the database's alone, the store's alone.
  @Test(arguments: [".", "store"])
  func `a full disk is said, leaves no half file, and is used again`(place: String) throws {
    let service = try MountedService([.init(place: place, kilobytes: 4096)])
    let first = try service.post(try Bodies.movie(1))
    #expect(first.status == 202)
    _ = try service.ended(try #require(first.document["id"].string))
    try service.fill(place)
    for number in 2..<5 {
      let reply = try service.post(try Bodies.movie(number))
      #expect([503, 507].contains(reply.status), "\(reply.status) \(reply.text)")
      let code = reply.status == 507 ? "service.disk_full" : "service.busy"
      #expect(reply.document["code"].string == code)
    }
    #expect(try service.get("/healthz").status == 200)
    #expect([503, 507].contains(try service.get("/readyz").status))
    #expect(try service.names("store/incoming").isEmpty)
    // The first one's movie and poster.
    #expect(try service.names("store/objects").count == 2)
    try service.clear(place)
    usleep(1_100_000)
    #expect(try service.get("/readyz").status == 200)
    let id = try #require(try service.post(try Bodies.movie(2)).document["id"].string)
    #expect(try service.ended(id)["status"].string == "ready")
    #expect(try service.get("/v1/clips").document["clips"].items.count == 2)
  }

  @Test func `a database without room promises nothing, though the store has some`() throws {
    let service = try MountedService([
      .init(place: ".", kilobytes: 1024), .init(place: "store", kilobytes: 8192),
    ])
    try service.fill(".")
    for number in 0..<3 {
      let reply = try service.post(try Bodies.movie(number))
      #expect(reply.faults(status: 507, code: "service.disk_full") == [])
    }
    for name in ["objects", "incoming"] { #expect(try service.names("store/\(name)").isEmpty) }
    try service.clear(".")
    let id = try #require(try service.post(try Bodies.movie()).document["id"].string)
    #expect(try service.ended(id)["status"].string == "ready")
  }

  @Test func `a job that finds the store full waits for room, and is made then`() throws {
    let service = try MountedService([.init(place: "store", kilobytes: 12_288)])
    let id = try #require(try service.post(try Bodies.large()).document["id"].string)
    try service.fill("store")
    // Some tries, each of which says what it lacks and costs no attempt.
    sleep(8)
    let status = try service.get("/v1/clips/\(id)").document["status"].string
    #expect(["queued", "processing"].contains(status ?? ""))
    try service.clear("store")
    #expect(try service.ended(id)["status"].string == "ready")
    #expect(try service.names("store/objects").count == 2)
  }
}
