import Foundation
import Glibc
import TestSupport
import Testing

/// The service as systemd has it: what it is told, what it says, and what `make install` puts where.
@Suite("The unit")
struct UnitTests {
  @Test(
    "the service says when it is ready and when it ends, to a path and to a name without a file",
    arguments: [true, false])
  func notices(isPath: Bool) throws {
    let folder = try ScratchFolder()
    let name = isPath ? folder.file("notify") : "@clipgate-\(UUID().uuidString)"
    let socket = try NoticeSocket(name)
    let service = try RunningService(environment: ["NOTIFY_SOCKET": name])
    #expect(socket.next() == "READY=1")
    #expect(try service.get("/healthz").status == 200)
    // Children can't speak for it.
    let others = service.others()
    #expect(!others.isEmpty)
    for process in others {
      let environment = try Data(contentsOf: URL(filePath: "/proc/\(process)/environ"))
      #expect(environment.range(of: Data("NOTIFY_SOCKET".utf8)) == nil)
    }
    #expect(socket.next(within: 0.1) == nil)
    service.send(signal: SIGTERM)
    #expect(socket.next() == "STOPPING=1")
    #expect(try service.wait().ending == .exit(143))
  }

  @Test func `workers alone say so, too`() throws {
    let folder = try ScratchFolder()
    let socket = try NoticeSocket(folder.file("notify"))
    let service = try RunningService(
      "work", environment: ["NOTIFY_SOCKET": folder.file("notify")])
    #expect(socket.next() == "READY=1")
    withExtendedLifetime(service) {}
  }

  @Test(
    "a socket that nobody hears, or whose name is none, keeps no service from its work",
    arguments: ["/nobody/here", "@", "vsock:2:1234", String(repeating: "/x", count: 100)])
  func unheard(name: String) throws {
    let service = try RunningService(environment: ["NOTIFY_SOCKET": name])
    #expect(try service.get("/healthz").status == 200)
  }

  @Test func `what is installed is found, and runs`() throws {
    let folder = try ScratchFolder()
    try Self.install(["DESTDIR=\(folder.file("root"))"])
    let root = folder.file("root")
    let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\($0)")) == nil
    }
    #expect(
      files.sorted() == [
        "etc/clipgate/clipgate.json5", "usr/local/bin/clipgate", "usr/local/bin/clipgate-runner",
        "usr/local/bin/clipgate-sender", "usr/local/bin/clipgate-server",
        "usr/local/lib/systemd/system/clipgate.service",
        "usr/local/share/clipgate/clipgate.json5", "usr/local/share/clipgate/nginx.conf",
      ])
    let unit = try String(
      contentsOfFile: "\(root)/usr/local/lib/systemd/system/clipgate.service", encoding: .utf8)
    let ours = Checkout.path("config/clipgate.service")
    #expect(try unit == String(contentsOfFile: ours, encoding: .utf8))
    // The ledger has to see which start of the machine it is.
    #expect(!unit.contains("ProcSubset"))
    // Its own words, of another folder and a free port.
    let words = try #require(unit.firstMatch(of: /\nExecStart=(.+)\n/)).1
      .replacing("/usr/local/", with: "\(root)/usr/local/")
      .replacing("/etc/", with: "\(root)/etc/")
      .replacing("/var/lib/clipgate", with: folder.file("data")).split(separator: " ")
    let log = folder.file("log")
    let shell = try Program(path: "/bin/sh").start(
      ["-c", "exec \"$@\" 2> '\(log)'", "sh"] + words.map(String.init)
        + ["--listen", "127.0.0.1:0"])
    let port = try #require(try RunningService.port(told: log))
    let wire = try Wire(port)
    wire.send("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(wire.answer()?.status == 200)
    let upload = try Program(path: "\(root)/usr/local/bin/clipgate").run(
      ["upload", Checkout.path("samples/no-sound.mp4"), "--to", "http://127.0.0.1:\(port)"])
    #expect(upload.ending == .exit(0), "\(upload.errors)")
    withExtendedLifetime(shell) {}
  }

  @Test func `a configuration that is there stays, and other places are as wanted`() throws {
    let folder = try ScratchFolder()
    let places = ["DESTDIR=\(folder.path)", "PREFIX=/opt/clip", "SYSCONFDIR=/opt/etc"]
    let file = folder.file("opt/etc/clipgate/clipgate.json5")
    try Self.install(places)
    try Data("{}".utf8).write(to: URL(filePath: file))
    try Self.install(places)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "{}")
    let unit = try String(
      contentsOfFile: folder.file("opt/clip/lib/systemd/system/clipgate.service"), encoding: .utf8)
    #expect(
      unit.contains(
        "ExecStart=/opt/clip/bin/clipgate serve --config /opt/etc/clipgate/clipgate.json5"))
  }

  @Test(
    "systemd finds no fault with the unit, and little that it leaves open",
    .enabled(if: Program.installed("systemd-analyze") != nil, "systemd-analyze is not installed"))
  func verified() throws {
    let folder = try ScratchFolder()
    // It looks for the program where the unit has it.
    try Self.install(["PREFIX=\(folder.path)", "SYSCONFDIR=\(folder.path)/etc"])
    let analyze = try #require(Program.installed("systemd-analyze"))
    let unit = folder.file("lib/systemd/system/clipgate.service")
    let verdict = try analyze.run(["verify", "--man=no", unit])
    #expect(verdict.ending == .exit(0))
    #expect(verdict.output + verdict.errors == "")
    // 1.5 of 10, of which most is that it has a network.
    let security = try analyze.run([
      "security", "--offline=true", "--no-pager", "--threshold=16", unit,
    ])
    #expect(security.ending == .exit(0), "\(security.output)")
  }

  @Test(
    "every call that the service and its children make is one that the unit allows", .strace,
    .enabled(
      if: Program.installed("systemd-analyze") != nil && !Sanitizer.isOn,
      "systemd-analyze is not installed, or a sanitizer makes calls of its own"))
  func calls() throws {
    let folder = try ScratchFolder()
    let log = folder.file("log")
    let strace = try #require(Program.installed("strace"))
    let program = try Program.clipgate().path
    let trace = try strace.start([
      "-f", "-qq", "-o", folder.file("calls"), "/bin/sh", "-c", "exec \"$@\" 2> '\(log)'", "sh",
      program, "serve", "--data", folder.file("data"), "--listen", "127.0.0.1:0",
    ])
    let port = try #require(try RunningService.port(told: log))
    let body = try Bodies.movie()
    let wire = try Wire(port)
    wire.send(
      Array(
        ("POST /v1/clips HTTP/1.1\r\nHost: x\r\nContent-Type: video/mp4\r\nPrefer: wait=100\r\n"
          + "Content-Length: \(body.count)\r\n\r\n").utf8) + body)
    let reply = try #require(wire.answer(within: 110))
    #expect(reply.status == 201)
    let id = try #require(reply.document["id"].string)
    for request in ["GET /v1/clips/\(id)/movie.mp4", "GET /readyz", "DELETE /v1/clips/\(id)"] {
      wire.send("\(request) HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect((200..<300).contains(wire.answer(within: 30)?.status ?? 0), "\(request)")
    }
    let server = try #require(
      ProcessTable.processes().first {
        $0.group == trace.process && $0.name.hasPrefix("clipgate-server")
      })
    kill(server.id, SIGTERM)
    _ = try trace.wait(deadline: .seconds(60))
    let text = try String(contentsOfFile: folder.file("calls"), encoding: .utf8)
    // A call that is not allowed here either does not have to be there.
    var made = Set(
      text.split(separator: "\n").filter { !$0.hasSuffix("EACCES (Permission denied)") }
        .compactMap { $0.firstMatch(of: /^\d+ +([a-z0-9_]+)\(/)?.1 }.map(String.init))
    #expect(made.isSuperset(of: ["seccomp", "landlock_restrict_self", "sendfile", "execve"]))
    // SQLite gives its files an owner where it is root, which the unit's user is not.
    if geteuid() == 0 { made.remove("fchown") }
    #expect(try made.subtracting(Self.allowedCalls()).sorted() == [])
  }

  /// The calls that the unit's filter lets through, by systemd's own sets.
  private static func allowedCalls() throws -> Set<String> {
    let analyze = try #require(Program.installed("systemd-analyze"))
    var sets: [String: [String]] = [:]
    var name = ""
    for line in try analyze.run(["syscall-filter", "--no-pager"]).lines {
      let word = line.drop { $0 == " " }
      if line.hasPrefix("@") {
        name = line
      } else if line.hasPrefix(" "), !word.hasPrefix("#") {
        sets[name, default: []].append(String(word))
      }
    }
    func calls(_ word: String) -> Set<String> {
      guard word.hasPrefix("@") else { return [word] }
      return (sets[word] ?? []).reduce(into: []) { $0.formUnion(calls($1)) }
    }
    var allowed = calls("@default")
    let unit = try String(contentsOfFile: Checkout.path("config/clipgate.service"), encoding: .utf8)
    for line in unit.split(separator: "\n") where line.hasPrefix("SystemCallFilter=") {
      var words = line.dropFirst("SystemCallFilter=".count)
      let isDenied = words.first == "~"
      if isDenied { words.removeFirst() }
      for word in words.split(separator: " ") {
        if isDenied {
          allowed.subtract(calls(String(word)))
        } else {
          allowed.formUnion(calls(String(word)))
        }
      }
    }
    return allowed
  }

  private static func install(_ places: [String]) throws {
    let make = try #require(Program.installed("make"))
    let products = URL(filePath: try Program.clipgate().path).deletingLastPathComponent().path
    let outcome = try make.run(
      ["install", "RELEASE=\(products)"] + places, directory: Checkout.root)
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
  }
}
