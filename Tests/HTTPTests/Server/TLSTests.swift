import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTP

@Suite(
  "TLS by the server itself",
  .enabled(if: EncryptedServer.canRun, "python3 or openssl is not here"))
struct TLSTests {
  @Test(arguments: [("TLSv1_2", "TLSv1.2"), ("TLSv1_3", "TLSv1.3")])
  func `a client is answered by HTTP/1.1`(version: String, spoken: String) throws {
    let server = try EncryptedServer()
    let lines = try server.python(
      """
      context.minimum_version = context.maximum_version = ssl.TLSVersion.\(version)
      context.set_alpn_protocols(["h2", "http/1.1"])
      s = connect()
      print(s.version(), s.selected_alpn_protocol(), s.compression())
      s.sendall(get("/"))
      print(answer(s)[0])
      """)
    #expect(lines == ["\(spoken) http/1.1 None", "200"])
    let head = server.running.handler.memory.withLock { $0.heads.first }
    #expect(head?.isEncrypted == true)
  }

  @Test(arguments: [
    ("context.minimum_version = context.maximum_version = v.TLSv1_1", "PROTOCOL_VERSION"),
    (
      "context.maximum_version = v.TLSv1_2; context.set_ciphers('AES128-SHA@SECLEVEL=0')",
      "HANDSHAKE_FAILURE"
    ),
  ])
  func `what is not spoken is told by an alert`(setting: String, alert: String) throws {
    let lines = try EncryptedServer().python(
      """
      v = ssl.TLSVersion
      context.set_ciphers("ALL:@SECLEVEL=0")
      \(setting)
      try:
          connect()
          print("connected")
      except ssl.SSLError as error: print(error.reason)
      """)
    #expect(lines.count == 1 && lines.first?.hasSuffix(alert) == true, "\(lines)")
  }

  @Test func `a client that wants only HTTP/2 is told that there is none`() throws {
    let server = try EncryptedServer()
    // Python's ssl has no name for the alert (RFC 7301, 3.2).
    let said = try Tool(name: "openssl").run([
      "s_client", "-connect", "127.0.0.1:\(server.port)", "-alpn", "h2",
    ])
    #expect(said.ending != .exit(0) && said.errors.contains("SSL alert number 120"))
  }

  @Test func `a client does not make the handshake anew`() throws {
    let server = try EncryptedServer()
    let said = try Program.installed("openssl")?.run(
      ["s_client", "-connect", "127.0.0.1:\(server.port)", "-tls1_2"],
      input: Data("R\nGET / HTTP/1.1\n".utf8))
    #expect(said?.ending != .exit(0) && said?.errors.contains("renegotiation") == true)
    #expect(server.running.handler.begun == [])
  }

  @Test func `requests that come in one record are answered one by one`() throws {
    let lines = try EncryptedServer().python(
      """
      s = connect()
      s.sendall(b"".join(post(2700, f"/{n}") + b"x" * 2700 for n in range(6)))
      print([answer(s)[1].split()[:2] for n in range(6)])
      s.sendall(get("/last"))
      print(answer(s)[0])
      """)
    let expected = (0..<6).map { "['/\($0)', '2700']" }.joined(separator: ", ")
    #expect(lines == ["[\(expected)]", "200"])
  }

  @Test func `a body in records of one byte comes whole`() throws {
    let lines = try EncryptedServer().python(
      """
      s = connect()
      for byte in post(20000): s.send(bytes([byte]))
      for n in range(20000): s.send(b"x")
      print(answer(s)[1].split()[1])
      """)
    #expect(lines == ["20000"])
  }

  @Test func `a body of 9.9 MB comes whole`() throws {
    let body = (0..<9_900_000).map { UInt8($0 % 251) }
    let sum = body.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
    let lines = try EncryptedServer().python(
      """
      body = (bytes(range(251)) * 40000)[:9900000]
      s = connect()
      s.sendall(post(len(body)) + body)
      print(answer(s)[1])
      s.sendall(post(0, more="Transfer-Encoding: chunked\\r\\n").replace(b"Content-Length: 0\\r\\n", b""))
      for place in range(0, len(body), 99000): s.sendall(b"182b8\\r\\n" + body[place:place+99000] + b"\\r\\n")
      s.sendall(b"0\\r\\n\\r\\n")
      print(answer(s)[1])
      """)
    #expect(lines == ["/ 9900000 \(sum)", "/ 9900000 \(sum)"])
  }

  @Test(arguments: ["post(11000000)", "chunked"])
  func `a body that is too large is 413, read by each client that sends it all`(
    head: String
  ) throws {
    let server = try EncryptedServer()
    let lines = try server.python(
      """
      chunked = b"POST /much HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\na7d8c0\\r\\n"
      for n in range(20):
          s = connect()
          s.sendall(\(head) + b"x" * 11000000)
          print(answer(s)[0], end(s))
      """)
    #expect(lines == Array(repeating: "413 closed", count: 20))
    #expect(server.running.handler.abandoned == Array(repeating: .tooLarge, count: 20))
  }

  @Test func `a slow reader gets a large file whole`() throws {
    let folder = try ScratchFolder()
    let content = Data((0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
    let path = try folder.write(content, as: "file")
    let server = try EncryptedServer()
    server.running.handler.file.withLock { $0 = Self.body(path, 6_000_000) }
    let lines = try server.python(
      """
      s = connect(buffer=4096)
      s.sendall(get("/file"))
      r = http.client.HTTPResponse(s)
      r.begin()
      with open("\(folder.file("got"))", "wb") as file:
          for n in range(60):
              time.sleep(0.03)
              file.write(r.read(100000))
      s.sendall(get("/"))
      print(answer(s)[0])
      """)
    #expect(lines == ["200"])
    let got = try Data(contentsOf: URL(filePath: folder.file("got")))
    #expect(got == content)
  }

  @Test func `a reader that comes late finds the whole answer and its end`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Data(count: 4_000_000), as: "file")
    let server = try EncryptedServer()
    for number in 0..<8 {
      // So that the end meets a socket that is full to different degrees.
      let count = Int64(3_000_000 + number * 5003)
      server.running.handler.file.withLock { $0 = Self.body(path, count) }
      let lines = try server.python(
        """
        s = connect(buffer=4096)
        s.sendall(get("/file").replace(b"Host: h", b"Host: h\\r\\nConnection: close"))
        time.sleep(0.2)
        print(len(answer(s)[1]), end(s))
        """)
      #expect(lines == ["\(count) closed"])
    }
  }

  @Test func `a file that is shorter than was said is cut, and not ended`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Data(count: 100_000), as: "file")
    let server = try EncryptedServer()
    server.running.handler.file.withLock { $0 = Self.body(path, 200_000) }
    let lines = try server.python(
      """
      s = connect()
      s.sendall(get("/file"))
      got = 0
      try:
          while True:
              more = s.recv(65536)
              if not more: break
              got += len(more)
          print("ended")
      except (ssl.SSLEOFError, ConnectionResetError): print("cut", got > 100000)
      """)
    #expect(lines == ["cut True"])
  }

  @Test func `events come as they happen`() throws {
    let server = try EncryptedServer { $0.heartbeat = .milliseconds(100) }
    let handler = server.running.handler
    Thread.detachNewThread {
      _ = RunningServer.eventually { handler.memory.withLock { $0.sources.count } == 1 }
      guard let source = handler.memory.withLock({ $0.sources.first }) else { return }
      for number in 0..<3 {
        source.push(.event(ServerSentEvent(data: "\(number)")))
        usleep(300_000)
      }
      source.push(.end)
    }
    let lines = try server.python(
      """
      s = connect()
      s.sendall(get("/events"))
      r = http.client.HTTPResponse(s)
      r.begin()
      last, gaps, beats = time.monotonic(), [], 0
      for line in r:
          if line.startswith(b":"): beats += 1
          if line.startswith(b"data"):
              gaps.append(time.monotonic() - last)
              last = time.monotonic()
      print(len(gaps), all(gap > 0.2 for gap in gaps[1:]), beats > 3)
      """)
    #expect(lines == ["3 True True"])
  }

  @Test func `a client that waits for 100 hears it, and may end its own side first`() throws {
    let lines = try EncryptedServer().python(
      """
      s = connect()
      s.sendall(post(5, more="Expect: 100-continue\\r\\n"))
      print(s.recv(1000))
      s.sendall(b"hello" + get("/")[:20])
      print(answer(s)[0])
      s.sendall(get("/later")[20:])
      print(answer(s)[0])
      """.replacing("get(\"/\")[:20]", with: "get(\"/later\")[:20]"))
    #expect(lines == [#"b'HTTP/1.1 100 Continue\r\n\r\n'"#, "200", "200"])
  }

  private static func body(_ path: String, _ count: Int64) -> FileBody? {
    // The path is lent for the call.
    let descriptor = unsafe open(path, O_RDONLY)
    defer { close(descriptor) }
    return FileBody(duplicating: descriptor, count: count)
  }
}
