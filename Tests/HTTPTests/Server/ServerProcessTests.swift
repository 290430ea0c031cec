import Foundation
import Glibc
import TestSupport
import Testing

@testable import HTTP

@Suite("A server in a process of its own", .serialized)
struct ServerProcessTests {
  /// Requests that stop where it costs the most.
  private static let slow = [
    "", "GET / HTTP/1.1|Host: h|X: " + String(repeating: "x", count: 7000),
    "GET / HTTP/1.1|" + String(repeating: "Some-Field: of a head|", count: 99),
    "POST / HTTP/1.1|Host: h|Content-Length: 100000||" + String(repeating: "x", count: 50_000),
    "GET / HTTP/1.1|Host: h||",
  ]

  @Test func `500 slow clients cost less than 20 MB`() throws {
    let door = try ServerProcess()
    // So that what is made once is there before.
    #expect(try Wire.ask(door.port, bytes(Self.slow[4])).replies.map(\.status) == [200])
    let before = door.memory
    var wires: [Wire] = []
    for number in 0..<500 {
      let wire = try Wire(door.port)
      // 50 bodies, since no more than 64 are taken.
      wire.send(Self.slow[number % 10 == 3 ? 3 : [0, 1, 2, 4][number % 4]])
      wires.append(wire)
    }
    #expect(RunningServer.eventually { door.descriptors >= 500 })
    usleep(500_000)
    let cost = door.memory - before
    print("500 slow clients cost \(cost / 1024) KiB")
    #expect(Sanitizer.isOn || cost < 20_000_000)
    withExtendedLifetime(wires) {}
  }

  @Test func `clients that are gone leave no descriptor`() throws {
    let door = try ServerProcess()
    #expect(try Wire.ask(door.port, bytes(Self.slow[4])).replies.map(\.status) == [200])
    let before = door.descriptors
    for turn in 0..<200 {
      let wire = try Wire(door.port)
      wire.send(Self.slow[turn % 5])
      if turn % 2 == 0 { wire.reset() }
    }
    #expect(RunningServer.eventually { door.descriptors <= before })
  }

  @Test func `a server without descriptors tells each client that it has no room`() throws {
    let door = try ServerProcess(descriptors: 40)
    var (wires, statuses) = ([Wire](), [Int]())
    for _ in 0..<60 {
      let wire = try Wire(door.port)
      wire.send("GET / HTTP/1.1|Host: h||")
      statuses.append(wire.answer()?.status ?? 0)
      wires.append(wire)
    }
    #expect(Set(statuses) == [200, 503])
    #expect(statuses.first == 200 && statuses.last == 503)
    wires = []
    #expect(
      RunningServer.eventually {
        (try? Wire.ask(door.port, bytes(Self.slow[4])).replies.map(\.status)) == [200]
      })
  }

  private static let curl = Tool(name: "curl")
  private static let python = Tool(name: "python3")

  @Test(.enabled(if: curl.isInstalled, "curl is not here"), arguments: [9_000_000, 11_000_000])
  func `curl sends bodies, and reads what is said to those that are too large`(size: Int) throws {
    let door = try ServerProcess()
    let scratch = try ScratchFolder()
    let body = try scratch.write(Data(count: size), as: "body")
    let right = size > 10_000_000 ? "413" : "200"
    for options in [["-H", "Expect:"], [], ["-H", "Transfer-Encoding: chunked"], ["-T", body]] {
      let outcome = try Self.curl.run(
        ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-m", "20"] + options
          + (options.first == "-T" ? [] : ["--data-binary", "@\(body)"])
          + ["http://127.0.0.1:\(door.port)/"])
      #expect(outcome.output == right, "\(options)")
    }
  }

  @Test(.enabled(if: python.isInstalled, "python3 is not here"))
  func `Python's client reads its 413 each time, and keeps a connection`() throws {
    let door = try ServerProcess()
    let script = """
      import http.client
      statuses = []
      for _ in range(50):
          c = http.client.HTTPConnection("127.0.0.1", \(door.port), timeout=20)
          c.request("POST", "/", b"x" * 11_000_000)
          statuses.append(c.getresponse().status)
          c.close()
      c = http.client.HTTPConnection("127.0.0.1", \(door.port), timeout=20)
      texts = []
      for n in range(3):
          c.request("POST", "/", b"x" * n)
          texts.append(c.getresponse().read().decode().strip())
      print(set(statuses), texts)
      """
    let outcome = try Self.python.run(["-c", script])
    #expect(outcome.lines == ["{413} ['0', '1', '2']"], "\(outcome.errors)")
  }
}
