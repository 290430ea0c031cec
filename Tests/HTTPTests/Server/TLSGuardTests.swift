import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTP

@Suite(
  "TLS with clients that mean no good", .serialized,
  .enabled(if: EncryptedServer.canRun, "python3 or openssl is not here"))
struct TLSGuardTests {
  /// A hello's first bytes, and such as are none.
  private static let beginnings: [[UInt8]] = [
    [], [0x16], [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] + Array(repeating: 7, count: 200),
  ]

  private static let garbage: [[UInt8]] = [
    bytes("GET / HTTP/1.1|Host: h||"), bytes("POST / HTTP/1.1|Host: h|Content-Length: 9||"),
    Array(repeating: 0, count: 3000), Array(repeating: 0xFF, count: 3000),
    [0x16, 3, 1, 0x40, 1] + Array(repeating: 1, count: 20_000),
    [0x16, 3, 1, 0, 4, 1, 0, 0, 0], [0x17, 3, 3, 0, 5, 1, 2, 3, 4, 5], [0x15, 3, 1, 0, 2, 2, 40],
    [0x80, 0x2E, 1, 0, 2] + Array(repeating: 0, count: 100),
  ]

  @Test(arguments: 0..<3)
  func `a handshake that stands still ends with the time for a head`(number: Int) throws {
    let server = try EncryptedServer { $0.headDeadline = .milliseconds(300) }
    let wire = try Wire(server.port)
    let start = ContinuousClock.now
    wire.send(Self.beginnings[number])
    let rest = wire.rest()
    #expect(rest.bytes == [] && rest.end != .silent)
    #expect(.milliseconds(250)...(.seconds(2)) ~= ContinuousClock.now - start)
  }

  @Test func `a handshake that drips in ends with the time for a head`() throws {
    let server = try EncryptedServer { $0.headDeadline = .milliseconds(300) }
    let wire = try Wire(server.port)
    let start = ContinuousClock.now
    for byte in Self.beginnings[2] where ContinuousClock.now - start < .seconds(3) {
      if wire.send([byte]) != 1 { break }
      usleep(20_000)
    }
    #expect(wire.rest().end != .silent)
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test(arguments: 0..<9)
  func `plain HTTP and garbage are closed, and no request is seen`(number: Int) throws {
    let server = try EncryptedServer()
    let wire = try Wire(server.port)
    wire.send(Self.garbage[number])
    // What is a whole hello by its own count and no more is decided at once; what might go on is not waited for.
    wire.endSending()
    let rest = wire.rest(within: 3)
    #expect(rest.end != .silent)
    #expect(!rest.bytes.starts(with: "HTTP".utf8))
    #expect(server.running.handler.begun == [])
  }

  @Test func `a head that stops within is 408, and a body that comes too slowly, too`() throws {
    let server = try EncryptedServer {
      $0.headDeadline = .milliseconds(400)
      ($0.bodySpan, $0.bodyRate) = (.milliseconds(300), 1000)
    }
    let lines = try server.python(
      """
      s = connect()
      s.sendall(b"GET / HTT")
      print(answer(s)[0], end(s))
      s = connect()
      s.sendall(post(1000) + b"x" * 500)
      s.setblocking(False)
      for n in range(100):
          time.sleep(0.03)
          s.send(b"x")
          try:
              first = s.recv(12)
              break
          except ssl.SSLWantReadError: pass
      print(first)
      """)
    #expect(lines == ["408 closed", "b'HTTP/1.1 408'"])
    #expect(server.running.handler.abandoned == [.tooSlow])
  }

  @Test func `an idle connection ends in good order`() throws {
    let server = try EncryptedServer { $0.idleDeadline = .milliseconds(300) }
    let lines = try server.python(
      """
      s = connect()
      s.sendall(get("/"))
      print(answer(s)[0], end(s))
      """)
    #expect(lines == ["200 closed"])
  }

  @Test func `a reader that takes nothing is cut`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Data(count: 30_000_000), as: "file")
    let server = try EncryptedServer { $0.sendDeadline = .milliseconds(500) }
    // The path is lent for the call.
    let descriptor = unsafe open(path, O_RDONLY)
    server.running.handler.file.withLock {
      $0 = FileBody(duplicating: descriptor, count: 30_000_000)
    }
    close(descriptor)
    let before = server.running.exchanges.count
    let lines = try server.python(
      """
      s = connect(buffer=4096)
      s.sendall(get("/file"))
      time.sleep(2.5)
      print("waited")
      """)
    #expect(lines == ["waited"])
    #expect(RunningServer.eventually { server.running.exchanges.count == before + 1 })
    #expect(server.running.exchanges.last?.isWhole == false)
    let duration = server.running.exchanges.last?.duration ?? .zero
    #expect(duration < .seconds(2.4))
  }

  @Test func `a client for whom there is no room reads so`() throws {
    let server = try EncryptedServer {
      $0.connections = 1
      $0.headDeadline = .milliseconds(500)
    }
    let lines = try server.python(
      """
      s = connect()
      s.sendall(get("/held"))
      t = connect()
      print(answer(t)[0], end(t))
      u = socket.create_connection(("127.0.0.1", port), timeout=5)
      start = time.monotonic()
      try: print(u.recv(1))
      except ConnectionResetError: print(b"")
      print(0.4 < time.monotonic() - start < 2)
      """)
    #expect(lines == ["503 closed", "b''", "True"])
  }

  @Test func `200 broken handshakes leave no descriptor and no memory worth naming`() throws {
    let folder = try ScratchFolder()
    try Certificate.make(for: "localhost", in: folder)
    let server = try ServerProcess(
      certificate: folder.file("certificate.pem"), key: folder.file("key.pem"))
    func whole() throws -> [String] {
      try EncryptedServer.python(
        """
        for n in range(20):
            s = connect()
            s.sendall(post(3) + b"abc")
            status = answer(s)[0]
        print(status)
        """, server.port, folder)
    }
    func broken(_ count: Int) throws {
      for turn in 0..<count {
        let wire = try Wire(server.port)
        wire.send((Self.beginnings + Self.garbage)[turn % 12])
        if turn % 2 == 0 { wire.reset() }
      }
    }
    // What is made once is there before.
    #expect(try whole() == ["200"])
    try broken(24)
    usleep(300_000)
    let before = (descriptors: server.descriptors, memory: server.memory)
    try broken(200)
    #expect(RunningServer.eventually { server.descriptors <= before.descriptors })
    let cost = server.memory - before.memory
    print("200 broken handshakes cost \(cost / 1024) KiB")
    #expect(Sanitizer.isOn || cost < 2_000_000)
    #expect(try whole() == ["200"])
  }

  @Test func `a server that stops ends what is idle or begins, and finishes the rest`() throws {
    let handler = CountingHandler()
    let folder = try ScratchFolder()
    try Certificate.make(for: "localhost", in: folder)
    var configuration = ServerConfiguration(host: "127.0.0.1", port: 0)
    configuration.identity = try EncryptedServer.identity(in: folder)
    let server = try Server.start(configuration, handler: handler)
    let half = try Wire(server.port)
    half.send(Self.beginnings[2])
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      _ = RunningServer.eventually { handler.held.count == 1 && handler.begun.count == 3 }
      let stopping = DispatchGroup()
      stopping.enter()
      Thread.detachNewThread {
        server.stop(within: .seconds(10))
        stopping.leave()
      }
      usleep(200_000)
      handler.held.first?.answer(Response(status: 200))
      stopping.wait()
      group.leave()
    }
    let start = ContinuousClock.now
    let lines = try EncryptedServer.python(
      """
      idle, events, held = connect(), connect(), connect()
      idle.sendall(get("/"))
      print(answer(idle)[0])
      events.sendall(get("/events"))
      held.sendall(get("/held"))
      print(end(idle))
      print(answer(held)[0], end(held))
      print(answer(events)[0], end(events))
      for s in idle, events, held: s.close()
      """, server.port, folder)
    #expect(lines == ["200", "closed", "200 closed", "200 closed"])
    #expect(half.rest(within: 2).end != .silent)
    #expect(group.wait(timeout: .now() + 4) == .success)
    #expect(ContinuousClock.now - start < .seconds(6))
  }
}
