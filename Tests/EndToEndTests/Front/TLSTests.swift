import Foundation
import Glibc
import TestSupport
import Testing

/// The real service, with a certificate and without a front.
@Suite(
  "HTTPS without a front", .serialized,
  .enabled(if: EncryptedService.canRun, "curl, openssl or python3 is not installed"))
struct TLSTests {
  private static let post = ["-H", "Content-Type: video/mp4", "--data-binary", "@-"]

  @Test func `a movie goes in, a clip comes out, and its URLs are https`() throws {
    let service = try EncryptedService()
    let answer = try service.curl(
      "/v1/clips", Self.post + ["-H", "Prefer: wait=60"], input: Data(try Bodies.movie()))
    #expect(answer.status == 201, "\(answer.errors)")
    let id = try #require(answer.document["id"].string)
    #expect(answer.fields["location"] == "\(service.base)/v1/clips/\(id)")
    for name in ["self", "events", "movie", "poster"] {
      let url = try #require(answer.document["urls"][name].string)
      #expect(url.hasPrefix("\(service.base)/v1/clips/\(id)"))
    }
    let url = try #require(answer.document["urls"]["movie"].string)
    let whole = try service.curl(url)
    #expect(whole.status == 200)
    let output = answer.document["report"]["output"]
    #expect(output["bytes"].int == whole.body.count)
    let part = try service.curl(url, ["-r", "100-299"])
    #expect(part.status == 206 && part.body == whole.body[100..<300])
    #expect(part.fields["content-range"] == "bytes 100-299/\(whole.body.count)")
    #expect(try service.curl(url, ["-r", "\(whole.body.count)-"]).status == 416)
    let tag = try #require(whole.fields["etag"])
    #expect(try service.curl(url, ["-H", "If-None-Match: \(tag)"]).status == 304)
    let head = try service.curl(url, ["-I"])
    #expect(head.status == 200 && head.fields["content-length"] == "\(whole.body.count)")
  }

  @Test(
    "a body that is too large is told so, and the client reads it",
    arguments: [
      [], ["-H", "Transfer-Encoding: chunked"], ["-H", "Expect:"], ["--tls-max", "1.2"],
    ])
  func tooLarge(options: [String]) throws {
    let service = try EncryptedService()
    let body = Data(repeating: 0x20, count: 40_000_000)
    for _ in 0..<5 {
      let answer = try service.curl("/v1/clips", Self.post + options, input: body)
      #expect(answer.status == 413 && answer.code == .exit(0), "\(answer.errors)")
      #expect(answer.document["code"].string == "file.too_large")
    }
  }

  @Test func `Python's client uploads twice on one connection, and reads its 413`() throws {
    let service = try EncryptedService()
    let movie = try service.folder.write(Data(try Bodies.movie()), as: "movie.mp4")
    let lines = try service.python(
      """
      c = connect()
      movie = open("\(movie)", "rb").read()
      for n in range(2):
          c.request("POST", "/v1/verdicts", movie, {"Content-Type": "video/mp4"})
          first = c.sock
          r = c.getresponse()
          print(r.status, json.loads(r.read())["accepted"], c.sock is first)
      for n in range(10):
          c = connect()
          c.request("POST", "/v1/clips", b"x" * 12000000, {"Content-Type": "video/mp4"})
          r = c.getresponse()
          print(r.status, json.loads(r.read())["code"])
      """)
    #expect(
      lines == Array(repeating: "200 True True", count: 2)
        + Array(repeating: "413 file.too_large", count: 10))
  }

  @Test func `events come as they happen`() throws {
    let service = try EncryptedService(flags: ["--workers", "1"])
    var urls: [String] = []
    for number in 0..<3 {
      let answer = try service.curl("/v1/clips", Self.post, input: Data(try Bodies.large(number)))
      urls.append(try #require(answer.document["urls"]["events"].string))
    }
    let curl = try #require(Program.installed("curl"))
    let file = service.folder.file("events")
    let stream = try curl.start(
      service.options + ["-N", "--max-time", "100", "-o", file, urls[2]])
    func events() -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
    for _ in 0..<600 where events().isEmpty { usleep(50_000) }
    // The clip waits for two others, so that its first event is there long before the last.
    #expect(!events().isEmpty && !events().contains(#""status":"ready""#))
    #expect(try stream.wait(deadline: .seconds(120)).ending == .exit(0))
    #expect(events().contains(#""status":"ready""#))
  }

  @Test func `a connection is kept, old versions and plain HTTP are refused`() throws {
    let service = try EncryptedService()
    let url = "\(service.base)/healthz"
    let curl = try #require(Program.installed("curl"))
    let kept = try curl.run(service.options + ["-w", " %{num_connects}\n", url, url])
    #expect(kept.lines == ["ok", " 1", "ok", " 0"])
    let old = try service.curl("/healthz", ["--tls-max", "1.1"])
    #expect(old.status == 0 && old.code == .exit(35))
    let plain = try CurlReply.ask(["-sS", "http://127.0.0.1:\(service.service.port)/healthz"])
    #expect(plain.status == 0)
    #expect(try service.curl("/healthz").status == 200)
  }

  @Test func `it ends within ten seconds, whatever connections are open`() throws {
    let service = try EncryptedService()
    let python = try #require(Program.installed("python3"))
    // Idle, in its handshake, within a head, within a body, and one that never reads.
    let script = """
      import socket, ssl, sys, time
      context = ssl.create_default_context(cafile=sys.argv[2])
      sockets = []
      for text in [b"", b"GET / HT", b"POST /v1/clips HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 9000\\r\\n\\r\\nxx"]:
          s = context.wrap_socket(socket.create_connection(("127.0.0.1", int(sys.argv[1]))), server_hostname="localhost")
          s.sendall(text or b"GET /healthz HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n")
          sockets.append(s)
      s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
      s.sendall(bytes([22, 3, 1, 2, 0]))
      open(sys.argv[3], "w").write("there")
      time.sleep(60)
      """
    let mark = service.folder.file("there")
    let clients = try python.start([
      "-c", script, "\(service.service.port)", service.folder.file("certificate.pem"), mark,
    ])
    for _ in 0..<200 where !FileManager.default.fileExists(atPath: mark) { usleep(50_000) }
    try #require(FileManager.default.fileExists(atPath: mark))
    usleep(300_000)
    let start = ContinuousClock.now
    service.service.send(signal: SIGTERM)
    #expect(try service.service.wait().ending == .exit(143))
    #expect(ContinuousClock.now - start < .seconds(10))
    withExtendedLifetime(clients) {}
  }

  @Test(
    "what does not do is told at the start, by its key",
    arguments: [
      ("other.pem", "certificate.pem", 2, "server.tls_key"),
      ("nothing.pem", "certificate.pem", 3, "server.tls_key"),
      ("key.pem", "nothing.pem", 3, "server.tls_certificate"),
      ("key.pem", "key.pem", 2, "server.tls_certificate"),
      ("certificate.pem", "certificate.pem", 2, "server.tls_key"),
      ("", "certificate.pem", 2, "server.tls_certificate"), ("key.pem", "", 2, "server.tls_key"),
    ])
  func refused(key: String, certificate: String, status: Int32, named: String) throws {
    let folder = try ScratchFolder()
    try Certificate.make(for: "localhost", in: folder)
    let made = try Tool(name: "openssl").run([
      "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", folder.file("other.pem"),
    ])
    try #require(made.ending == .exit(0))
    let outcome = try Program.clipgate().run(
      ["serve", "--data", folder.file("data"), "--listen", "127.0.0.1:0"],
      environment: [
        "CLIPGATE_SERVER_TLS_CERTIFICATE": certificate.isEmpty ? "" : folder.file(certificate),
        "CLIPGATE_SERVER_TLS_KEY": key.isEmpty ? "" : folder.file(key),
      ])
    #expect(outcome.ending == .exit(status))
    #expect(outcome.errors.contains("clipgate: \(named): "), "\(outcome.errors)")
  }

  @Test func `the configuration shows the paths`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.clipgate().run(
      ["config"], environment: EncryptedService.variables(in: folder))
    let line = outcome.lines.first { $0.hasPrefix("server.tls_key ") } ?? ""
    #expect(line.contains(folder.file("key.pem")))
  }
}
