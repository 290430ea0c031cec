import Foundation
import TestSupport
import Testing

/// A store on a device of one megabyte, in a namespace of mounts of its own.
@Suite struct FullStoreTests {
  private static let wrapper = ["--map-root-user", "--mount", "sh", "-c"]

  static let canMount =
    (try? Program.installed("unshare")?.run(wrapper + ["mount -t tmpfs tmpfs /mnt"]))?.ending
    == .exit(0)

  @Test(
    "what there is no room for is 507, nothing of it stays, and what fits is taken",
    .enabled(if: canMount, "no file system can be mounted here"))
  func noRoom() throws {
    let unshare = try #require(Program.installed("unshare"))
    let folder = try ScratchFolder()
    let data = folder.file("data")
    let store = "\(data)/store"
    let log = folder.file("log")
    let script = """
      mkdir -p -m 700 "$2" "$3" && mount -t tmpfs -o size=1m,mode=700 tmpfs "$3" \\
        && exec "$1" serve --data "$2" --listen 127.0.0.1:0 2> "$4"
      """
    let running = try unshare.start(
      Self.wrapper + [script, "sh", try Program.clipgate().path, data, store, log])
    let port = try #require(try RunningService.port(told: log))
    func post(_ body: [UInt8]) throws -> Reply {
      let wire = try Wire(port)
      let head = "POST /v1/clips HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n"
      wire.send(Array(head.utf8) + body)
      return try #require(wire.answer(within: 60))
    }
    for _ in 0..<3 {
      let reply = try post([UInt8](repeating: 0x61, count: 2_000_000))
      #expect(reply.faults(status: 507, code: "service.disk_full") == [])
    }
    let seen = "/proc/\(running.process)/root\(store)"
    for name in ["objects", "incoming"] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(seen)/\(name)").isEmpty)
    }
    #expect(try post(try Bodies.movie()).status == 202)
  }
}
