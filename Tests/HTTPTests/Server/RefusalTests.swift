import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HTTP

@Suite("Bodies that are refused")
struct RefusalTests {
  /// Has many clients send a request at full speed, and read only then.
  private static func statuses(
    _ request: [UInt8], clients: Int, _ running: RunningServer
  ) -> [Int: Int] {
    let counts = Mutex<[Int: Int]>([:])
    let port = running.port
    Crowd.run(8) { _ in
      for _ in 0..<(clients / 8) {
        var status = 0
        if let wire = try? Wire(port) {
          wire.send(request)
          status = wire.answer(within: 20)?.status ?? 0
        }
        counts.withLock { $0[status, default: 0] += 1 }
      }
    }
    return counts.withLock { $0 }
  }

  private static let much = [UInt8](repeating: 0x78, count: 11_000_000)

  @Test func `a length over the cap is 413, read by each of 200 clients that send it all`() throws {
    let running = try RunningServer()
    let request = bytes("POST / HTTP/1.1|Host: h|Content-Length: 11000000||") + Self.much
    let statuses = Self.statuses(request, clients: 200, running)
    #expect(statuses == [413: 200])
    #expect(running.handler.bytes == 0)
    #expect(running.handler.abandoned == Array(repeating: .tooLarge, count: 200))
  }

  @Test func `chunks over the cap are 413, read by a client that sends them all`() throws {
    let running = try RunningServer()
    let request =
      bytes("POST /much HTTP/1.1|Host: h|Transfer-Encoding: chunked||a7d8c0|") + Self.much
      + bytes("|0||")
    let statuses = Self.statuses(request, clients: 40, running)
    #expect(statuses == [413: 40])
    #expect(running.handler.bytes <= 400_000_000)
    #expect(running.handler.abandoned == Array(repeating: .tooLarge, count: 40))
  }

  @Test func `what a receiver refuses midway is read by a client that sends on`() throws {
    let running = try RunningServer(handler: CountingHandler(most: 20_000_000))
    let request = bytes("POST /midway HTTP/1.1|Host: h|Content-Length: 11000000||") + Self.much
    let statuses = Self.statuses(request, clients: 40, running)
    #expect(statuses == [415: 40])
    #expect(running.handler.abandoned == [])
    #expect(running.handler.finished == 0)
  }

  @Test func `a client that sends without end is cut`() throws {
    let running = try RunningServer { $0.lingerBytes = 1 << 20 }
    let wire = try Wire(running.port)
    wire.send("POST / HTTP/1.1|Host: h|Content-Length: 900000000000||")
    // It never reads, so that all that may be on its way is in the sockets' buffers.
    var sent = 0
    while sent < 200_000_000 {
      let count = wire.send([UInt8](repeating: 0, count: 1 << 20))
      sent += count
      if count < 1 << 20 { break }
    }
    #expect(sent < 100_000_000)
  }

  @Test func `a client that lingers is cut`() throws {
    let running = try RunningServer { $0.lingerDeadline = .milliseconds(300) }
    let wire = try Wire(running.port)
    wire.send("GET / HTTP/1.1|Host: h|Connection: close||")
    #expect(wire.answer()?.status == 200)
    let start = ContinuousClock.now
    while wire.send("x") == 1, ContinuousClock.now - start < .seconds(3) { usleep(20_000) }
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test(arguments: [0, 1])
  func `exactly what is allowed is taken`(over: Int) throws {
    let running = try RunningServer(handler: CountingHandler(most: 1000))
    let body = [UInt8](repeating: 0x61, count: 1000 + over)
    let plain = bytes("POST / HTTP/1.1|Host: h|Content-Length: \(body.count)||") + body
    #expect(try Wire.ask(running.port, plain).replies.map(\.status) == [over == 0 ? 200 : 413])
    let size = String(body.count, radix: 16)
    let chunked =
      bytes("POST / HTTP/1.1|Host: h|Transfer-Encoding: chunked||\(size)|") + body + bytes("|0||")
    #expect(try Wire.ask(running.port, chunked).replies.map(\.status) == [over == 0 ? 200 : 413])
  }

  @Test(arguments: [
    ("/", 5, [100, 200]), ("/", 11_000_000, [413]), ("/refused", 5, [401]),
  ])
  func `a client that waits for 100 is told the final status where it is not wanted`(
    path: String, length: Int, statuses: [Int]
  ) throws {
    let running = try RunningServer()
    let wire = try Wire(running.port)
    wire.send("POST \(path) HTTP/1.1|Host: h|Expect: 100-Continue|Content-Length: \(length)||")
    var heard: [Int] = []
    if let first = wire.answer() {
      heard.append(first.status)
      if first.status == 100 {
        wire.send("hello")
        if let second = wire.answer() { heard.append(second.status) }
      }
    }
    #expect(heard == statuses)
  }
}
