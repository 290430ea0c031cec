import Foundation
import TestSupport
import Testing

/// `clipgate upload` against the real service.
@Suite struct UploadCommandTests {
  private let folder: ScratchFolder
  private let movie: String

  init() throws {
    folder = try ScratchFolder()
    movie = try folder.copy(Checkout.path("samples/phone-portrait.mov"), as: "holiday.mov")
    try FileManager.default.createDirectory(
      atPath: folder.file("tmp"), withIntermediateDirectories: true)
  }

  private func upload(
    _ words: [String], to service: RunningService, path: String = "",
    environment: [String: String?] = [:]
  ) throws -> Outcome {
    try upload(words, to: "http://127.0.0.1:\(service.port)\(path)", environment: environment)
  }

  private func upload(
    _ words: [String], to url: String, environment: [String: String?] = [:]
  ) throws -> Outcome {
    try Clipgate.run(
      ["upload"] + words + ["--to", url],
      environment: environment.merging(["TMPDIR": folder.file("tmp")]) { $1 })
  }

  /// What lies in the folder for temporary files.
  private var left: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.file("tmp"))) ?? []
  }

  @Test("a movie becomes a clip of the service, under a name of its own")
  func accepted() throws {
    let service = try RunningService()
    let outcome = try upload(["--json", "--head", "0.5", movie], to: service)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let document = try #require(Clipgate.documents(outcome).first)
    #expect(document["schema"].string == "clipgate.report/1")
    #expect(document["accepted"] == .bool(true))
    #expect(document["output"].has("path"))
    #expect(document["output"]["path"] == .null)
    #expect(document["upload"]["status"] == .number(202))
    #expect(document["upload"]["tries"] == .number(1))
    let clip = document["upload"]["document"]
    #expect(clip["schema"].string == "clipgate.clip/1")
    #expect(clip["labels"]["filename"].string == "holiday.mp4")
    #expect(clip["verdict"]["facts"]["bytes"] == document["output"]["bytes"])
    #expect(document["upload"]["address"] == clip["urls"]["self"])
    #expect(try service.get("/v1/clips").document["clips"][0]["id"] == clip["id"])
    #expect(left == [])
  }

  @Test("people read what became of the movie, and where it is; with --quiet they read nothing")
  func text() throws {
    let service = try RunningService()
    let outcome = try upload([movie], to: service, path: "/v1/clips")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.output.contains("sent: http://127.0.0.1:\(service.port)/v1/clips/"))
    #expect(try upload(["--quiet", movie], to: service).output == "")
  }

  @Test("the service's reasons are shown as those of check are, and the exit code is 1")
  func refused() throws {
    let service = try RunningService(flags: ["--max-duration", "1s"])
    let outcome = try upload([movie], to: service)
    #expect(outcome.ending == .exit(1))
    #expect(outcome.output.contains("refuse  "))
    #expect(outcome.output.contains("duration.too_long  3.00 s, at most 1 s (+0.1)"))
    let document = try Clipgate.documents(try upload(["--json", movie], to: service))[0]
    #expect(document["accepted"] == .bool(false))
    #expect(document["reasons"][0]["code"].string == "duration.too_long")
    #expect(document["upload"]["status"] == .number(422))
    #expect(left == [])
  }

  @Test("what we refuse ourselves is not sent, and the other files are")
  func refusedHere() throws {
    let server = try ScriptedServer([.answer(201)])
    defer { server.stop() }
    let outcome = try upload(
      [Checkout.path("samples/lying-header.mp4"), folder.file("none.mov"), movie],
      to: "http://127.0.0.1:\(server.port)/x")
    // A file that is missing outweighs a refusal.
    #expect(outcome.ending == .exit(3))
    #expect(outcome.output.contains("duration.too_long"))
    #expect(outcome.output.contains("file.unreadable"))
    #expect(outcome.output.contains("3 files: 1 ok, 1 refused, 1 failed"))
    #expect(server.requests.count == 1)
  }

  @Test("a token comes from a file or from the environment")
  func token() throws {
    let token = "t0ken-of_this.test"
    let path = try folder.write(Data("\(token)\nsecond\n".utf8), as: "token")
    let service = try RunningService(flags: ["--token-file", path])
    let without = try upload([movie], to: service)
    #expect(without.ending == .exit(1))
    #expect(without.output.contains("request.unauthorized"))
    #expect(try upload([movie, "--token-file", path], to: service).ending == .exit(0))
    let variable = try upload([movie], to: service, environment: ["CLIPGATE_UPLOAD_TOKEN": token])
    #expect(variable.ending == .exit(0))
    let wrong = try upload([movie], to: service, environment: ["CLIPGATE_UPLOAD_TOKEN": "other"])
    #expect(wrong.ending == .exit(1))
    for outcome in [without, variable, wrong] {
      #expect(!(outcome.output + outcome.errors).contains(token))
    }
    #expect(try upload([movie, "--token-file", "/none"], to: service).ending == .exit(3))
  }

  @Test("while it sends, the token is on no command line and in no environment of the sender")
  func secret() throws {
    let server = try ScriptedServer([.silent])
    defer { server.stop() }
    let running = try Program.clipgate().start(
      ["upload", movie, "--to", "http://127.0.0.1:\(server.port)/x"],
      environment: ["CLIPGATE_UPLOAD_TOKEN": "s3cret", "TMPDIR": folder.file("tmp")])
    for _ in 0..<600 where server.requests.isEmpty { usleep(50_000) }
    #expect(server.requests.first?.fields["authorization"] == "Bearer s3cret")
    let sender = try #require(
      ProcessTable.processes().first {
        $0.group == running.process && $0.id != running.process
          && (try? String(contentsOfFile: "/proc/\($0.id)/comm", encoding: .utf8))
            == "clipgate-sender\n"
      })
    for name in ["cmdline", "environ"] {
      let data = FileManager.default.contents(atPath: "/proc/\(sender.id)/\(name)") ?? Data()
      #expect(!String(decoding: data, as: UTF8.self).contains("s3cret"))
    }
    running.send(signal: SIGTERM)
    #expect(try running.wait().ending == .exit(143))
  }

  @Test("a server that is not there is exit code 3, with a reason")
  func unreachable() throws {
    let server = try ScriptedServer([.answer(200)])
    server.stop()
    let outcome = try upload(["--json", movie], to: "http://127.0.0.1:\(server.port)")
    #expect(outcome.ending == .exit(3))
    let document = try Clipgate.documents(outcome)[0]
    #expect(document["accepted"] == .bool(false))
    #expect(document["reasons"][0]["code"].string == "server.unreachable")
    #expect(document.has("upload") && document["upload"] == .null)
    #expect(left == [])
  }

  @Test("a busy server is asked again, and takes the movie once")
  func busy() throws {
    let server = try ScriptedServer([
      .answer(503, fields: ["Retry-After: 1"], body: #"{"code":"service.busy"}"#), .reset,
      .answer(202, body: #"{"urls":{"self":"http://a/b"}}"#),
    ])
    defer { server.stop() }
    let outcome = try upload([movie], to: "http://127.0.0.1:\(server.port)")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.output.contains("sent: http://a/b"))
    #expect(server.requests.map(\.line) == Array(repeating: "POST /v1/clips HTTP/1.1", count: 3))
    #expect(Set(server.requests.map(\.fields["idempotency-key"])).count == 1)
    #expect(Set(server.requests.map(\.body)).count == 1)
  }

  @Test("the real service makes one clip of a movie whose first answer is lost")
  func once() throws {
    let service = try RunningService()
    let relay = try LossyRelay(to: service.port)
    defer { relay.stop() }
    let outcome = try upload(["--json", movie], to: "http://127.0.0.1:\(relay.port)")
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(try Clipgate.documents(outcome)[0]["upload"]["tries"] == .number(2))
    #expect(try service.get("/v1/clips").document["clips"].items.count == 1)
  }

  @Test("a server that stays busy is exit code 3, with the server's words")
  func alwaysBusy() throws {
    let body = #"{"code":"service.busy","detail":"Too \u001b[2J many."}"#
    let server = try ScriptedServer([.answer(503, body: body)])
    defer { server.stop() }
    let outcome = try upload([movie], to: "http://127.0.0.1:\(server.port)")
    #expect(outcome.ending == .exit(3))
    #expect(outcome.output.contains("service.busy  Too"))
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(server.requests.count == 4)
  }

  @Test("a redirection is a refusal, and is not followed")
  func redirected() throws {
    let other = try ScriptedServer([.answer(200)])
    let server = try ScriptedServer([
      .answer(307, fields: ["Location: http://127.0.0.1:\(other.port)/"])
    ])
    defer {
      other.stop()
      server.stop()
    }
    let outcome = try upload([movie], to: "http://127.0.0.1:\(server.port)/x")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.output.contains("server.refused"))
    #expect(other.requests.isEmpty)
  }

  @Test(
    "interrupted while it sends, it says so, and leaves neither files nor processes",
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func interrupted(signal: Int32, code: Int32) throws {
    let server = try ScriptedServer([.silent])
    defer { server.stop() }
    let running = try Program.clipgate().start(
      ["upload", "--json", movie, "--to", "http://127.0.0.1:\(server.port)/x"],
      environment: ["TMPDIR": folder.file("tmp")])
    for _ in 0..<600 where server.requests.isEmpty { usleep(50_000) }
    #expect(left == [])
    running.send(signal: signal)
    let outcome = try running.wait(deadline: .seconds(10))
    #expect(outcome.ending == .exit(code))
    #expect(outcome.output == "")
    #expect(left == [])
    #expect(ProcessTable.processes().filter { $0.group == running.process }.map(\.id) == [])
  }

  @Test("killed while it sends, it leaves nothing either")
  func killed() throws {
    let server = try ScriptedServer([.silent])
    defer { server.stop() }
    let running = try Program.clipgate().start(
      ["upload", movie, "--to", "http://127.0.0.1:\(server.port)/x"],
      environment: ["TMPDIR": folder.file("tmp")])
    for _ in 0..<600 where server.requests.isEmpty { usleep(50_000) }
    running.send(signal: SIGKILL)
    _ = try running.wait(deadline: .seconds(10))
    for _ in 0..<100 where !left.isEmpty { usleep(50_000) }
    #expect(left == [])
  }

  @Test(
    "names with quotation marks, line ends and UTF-8 arrive as browsers would send them",
    arguments: [
      ("a\"b.mov", "a%22b.mp4"), ("a\nb.mov", "a%0Ab.mp4"), ("ü 日本.mov", "ü 日本.mp4"),
      ("-x.mov", "-x.mp4"), ("a\u{1}b.mov", "a\u{FFFD}b.mp4"), ("a\\.mov", "a\\.mp4"),
    ])
  func names(name: String, label: String) throws {
    let service = try RunningService()
    let path = try folder.copy(movie, as: name)
    let outcome = try upload(["--json", "--", path], service)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let document = try Clipgate.documents(outcome)[0]
    #expect(document["upload"]["document"]["labels"]["filename"].string == label)
  }

  /// With the address before the files, which may follow two dashes.
  private func upload(_ words: [String], _ service: RunningService) throws -> Outcome {
    try Clipgate.run(["upload", "--to", "http://127.0.0.1:\(service.port)"] + words)
  }

  @Test("progress grows from the first to the last per cent, which stands once")
  func progress() throws {
    let service = try RunningService()
    let outcome = try upload(["--progress", "always", movie], to: service)
    let shares = outcome.errors.matches(of: #/(\d+) %/#).compactMap { Int($0.1) }
    #expect(shares.count > 2)
    #expect(shares == shares.sorted())
    #expect(shares.filter { $0 == 100 }.count == 1)
    let refused = try upload(["--progress", "always", movie], to: service, path: "/none")
    #expect(!refused.errors.contains("100 %"))
  }

  @Test(
    "a wrong address is a wrong command line",
    arguments: [
      [], ["--to", "5"], ["--to", "ftp://a/"], ["--to", "http://u:p@a/"], ["--to", "a:80"],
    ] as [[String]])
  func usage(words: [String]) throws {
    let outcome = try Clipgate.run(["upload", movie] + words)
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains("--to"))
    #expect(!outcome.errors.contains("u:p"))
  }
}
