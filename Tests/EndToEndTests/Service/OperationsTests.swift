import Foundation
import Glibc
import TestSupport
import Testing

/// What Documentation/operations.md says is so.
@Suite struct OperationsTests {
  private static func page() throws -> String {
    try String(contentsOfFile: Checkout.path("Documentation/operations.md"), encoding: .utf8)
  }

  @Test func `a backup by the lines of the page is a service again`() throws {
    let block = try #require(
      try Self.page().firstMatch(of: #/<!-- backup -->\n```sh\n((?s).*?)```\n<!-- \/backup -->/#)
    ).1
    let folder = try ScratchFolder()
    let place = folder.file("lib/clipgate")
    try FileManager.default.createDirectory(
      atPath: folder.file("lib"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: folder.file("backup"), withIntermediateDirectories: true)
    var service: RunningService? = try RunningService(data: place, flags: ["--workers", "1"])
    let ready = try #require(
      try service?.post("/v1/clips", try Bodies.movie(), fields: ["Prefer: wait=60"])
        .document["id"].string)
    // One that is at work when the service is stopped.
    let id = try #require(try service?.post("/v1/clips", try Bodies.large()).document["id"].string)
    let process = try #require(service?.process)
    // systemd's part: it sends SIGTERM and waits.
    let script = """
      set -e
      systemctl() {
        if [ "$1" = stop ]; then
          kill \(process); while [ -e "\(folder.path)/running" ]; do sleep 0.1; done
        fi
      }
      \(block.replacing("/var/lib", with: folder.file("lib")).replacing("/backup/", with: folder.file("backup/")))
      """
    _ = try folder.write(Data(), as: "running")
    let shell = try Program(path: "/bin/sh").start(["-c", script])
    #expect(try service?.wait().ending == .exit(143))
    service = nil
    try FileManager.default.removeItem(atPath: folder.file("running"))
    let outcome = try shell.wait()
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    try FileManager.default.removeItem(atPath: place)
    let again = try RunningService(data: folder.file("backup/clipgate"))
    #expect(try again.get("/v1/clips/\(ready)/movie.mp4").status == 200)
    #expect(try ServiceTests.ready(again, id)["status"].string == "ready")
    #expect(try again.get("/v1/clips").document["clips"].items.count == 2)
  }

  @Test func `the page has every metric, and no other`() throws {
    let service = try RunningService()
    _ = try service.post("/v1/clips", try Bodies.movie(), fields: ["Prefer: wait=60"])
    let text = try service.get("/metrics").text
    let told = Set(text.matches(of: #/# TYPE (clipgate_\w+) /#).map { String($0.1) })
    let named = Set(try Self.page().matches(of: #/`(clipgate_\w+)[{`]/#).map { String($0.1) })
    #expect(told == named)
    #expect(told.count > 10)
  }

  @Test func `the page has every place of the data`() throws {
    let service = try RunningService()
    _ = try service.post("/v1/clips", try Bodies.movie(), fields: ["Prefer: wait=60"])
    let page = try Self.page()
    for name in try FileManager.default.contentsOfDirectory(atPath: service.data) {
      // SQLite's files beside the database are told by their endings.
      let ending = name.split(separator: "-").last ?? ""
      let names = ["`\(name)`", "`-\(ending)`", "`\(name)/"]
      #expect(names.contains { page.contains($0) }, "\(name)")
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(service.data)/store") {
      #expect(page.contains("`store/\(name)`"), "\(name)")
    }
  }
}
