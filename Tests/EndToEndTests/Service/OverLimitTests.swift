import Foundation
import TestSupport
import Testing

/// Bodies that are too large, and bodies that break off.
@Suite(.serialized) struct OverLimitTests {
  /// What a client saw.
  enum Seen: Hashable, Sendable {
    case status(Int, String)
    case trouble(String)

    static let tooLarge = Seen.status(413, "file.too_large")
  }

  /// How a client sends too much.
  enum Way: CaseIterable, Sendable {
    /// 11 MiB by length, at full speed.
    case counted
    /// 20 MB by length, at full speed.
    case large
    /// 20 MB of raw body by length, of which nothing is sent.
    case unsent
    /// 20 MB, once the server wants it.
    case expected
    /// 20 MB in chunks.
    case chunked
    /// A file part of 10 MiB and a byte, in a body that is not too large.
    case part
  }

  private static let limit = 10_485_760
  private static let boundary = "bbbbbbbb"

  private static func head(_ framing: String, type: String) -> [UInt8] {
    let lines = ["POST /v1/clips HTTP/1.1", "Host: a", "Content-Type: \(type)", framing, "", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private static let form = "multipart/form-data; boundary=\(boundary)"

  private static func body(_ count: Int) -> [UInt8] {
    Bodies.form(
      [.file("video", "a.mp4", [UInt8](repeating: 0x61, count: count))], boundary: boundary)
  }

  /// The requests, made once.
  private static let requests: [Way: [UInt8]] = {
    var requests: [Way: [UInt8]] = [:]
    for (way, count) in [(Way.counted, 11 << 20), (.large, 20_000_000), (.part, limit + 1)] {
      let body = body(count)
      requests[way] = head("Content-Length: \(body.count)", type: form) + body
    }
    requests[.unsent] = head("Content-Length: 20000000", type: "video/mp4")
    requests[.expected] = head("Content-Length: 20000000\r\nExpect: 100-continue", type: form)
    var chunked = head("Transfer-Encoding: chunked", type: "video/mp4")
    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x61, count: 65_536) + [13, 10]
    for _ in 0..<306 { chunked += chunk }
    requests[.chunked] = chunked + Array("0\r\n\r\n".utf8)
    return requests
  }()

  private static func ask(_ port: UInt16, _ way: Way) -> Seen {
    guard let wire = try? Wire(port), let request = requests[way] else {
      return .trouble("connect")
    }
    wire.send(request)
    guard let reply = wire.answer(within: 60) else { return .trouble("no answer") }
    let faults = reply.problemFaults
    guard faults.isEmpty else { return .trouble("\(reply.status) \(faults)") }
    guard reply.text.contains("\(limit)") else { return .trouble("no limit: \(reply.text)") }
    // Of a body that has come whole nothing can be taken for another request.
    guard way == .part || reply.fields["connection"] == "close" else {
      return .trouble("not closed")
    }
    return .status(reply.status, reply.document["code"].string ?? "")
  }

  private static func count(_ seen: [Seen]) -> [Seen: Int] {
    Dictionary(seen.map { ($0, 1) }, uniquingKeysWith: +)
  }

  @Test("every client that sends too much reads its 413, which names the limit")
  func socketsReadTheirAnswer() throws {
    let service = try RunningService()
    let port = service.port
    let ways = Way.allCases
    let seen = Clients.run(200) { Self.ask(port, ways[$0 % ways.count]) }
    #expect(Self.count(seen) == [.tooLarge: 200])
    // Of no body more was taken than the limit and one reading.
    let taken = service.log.filter { $0["status"].int == 413 }.compactMap { $0["received"].int }
    #expect(taken.count == 200)
    #expect((taken.max() ?? .max) <= Self.limit + 65_536)
    #expect(try service.hasNothing())
  }

  @Test("two hundred at once read their 413, where it can be told from their heads")
  func crowdReadsItsAnswer() throws {
    let service = try RunningService()
    let port = service.port
    let ways = [Way.counted, .large, .unsent, .expected]
    let seen = Clients.run(200, atOnce: 200) { Self.ask(port, ways[$0 % ways.count]) }
    #expect(Self.count(seen) == [.tooLarge: 200])
    #expect(try service.hasNothing())
  }

  @Test("curl reads its 413, with a length, in chunks, waiting to be asked and not")
  func curlReadsItsAnswer() throws {
    let curl = try #require(Program.installed("curl"))
    let service = try RunningService()
    let folder = try ScratchFolder()
    let large = try folder.write(Data(repeating: 0, count: 20_971_520), as: "big20.bin")
    let small = try folder.write(Data(repeating: 0x78, count: Self.limit + 1), as: "b10.bin")
    let url = "http://127.0.0.1:\(service.port)/v1/clips"
    let ways: [[String]] = [
      ["-F", "file=@\(large)"], ["-F", "file=@\(large)", "-H", "Expect:"],
      ["-F", "file=@\(large)", "-H", "Transfer-Encoding: chunked", "-H", "Expect:"],
      ["--data-binary", "@\(large)", "-H", "Content-Type: video/mp4"],
      ["-F", "file=@\(small)", "-H", "Expect:"], ["-T", large, "-X", "POST", "-H", "Expect:"],
    ]
    let path = folder.path
    let seen = Clients.run(60, atOnce: 4) { number -> Seen in
      let out = "\(path)/answer-\(number)"
      guard
        let outcome = try? curl.run(
          ["-s", "-o", out, "-w", "%{http_code}", "--max-time", "60"]
            + ways[number % ways.count] + [url]),
        let document = try? JSON(file: out)
      else { return .trouble("way \(number % ways.count)") }
      return .status(Int(outcome.output) ?? 0, document["code"].string ?? "")
    }
    #expect(Self.count(seen) == [.tooLarge: 60])
    #expect(try service.hasNothing())
  }

  @Test("Python reads its 413, with a length and in chunks")
  func pythonReadsItsAnswer() throws {
    let python = try #require(Program.installed("python3"))
    let service = try RunningService()
    let folder = try ScratchFolder()
    let script = """
      import http.client, json, sys
      from concurrent.futures import ThreadPoolExecutor
      def piece():
          for _ in range(310): yield b"a" * 65536
      def ask(number):
          c = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=60)
          try:
              if number % 3 == 0:
                  c.request("POST", "/v1/clips", body=b"a" * 20000000)
              elif number % 3 == 1:
                  c.request("POST", "/v1/clips", body=b"a" * 11534336,
                            headers={"Content-Type": "multipart/form-data; boundary=b"})
              else:
                  c.request("POST", "/v1/clips", body=piece(), encode_chunked=True,
                            headers={"Transfer-Encoding": "chunked"})
              answer = c.getresponse()
              return "%d %s" % (answer.status, json.loads(answer.read())["code"])
          except Exception as error:
              return "way %d: %r" % (number % 3, error)
      with ThreadPoolExecutor(4) as pool:
          print("\\n".join(pool.map(ask, range(60))))
      """
    let path = try folder.write(Data(script.utf8), as: "ask.py")
    let outcome = try python.run([path, "\(service.port)"], deadline: .seconds(120))
    let seen = outcome.lines.map { line -> Seen in
      let words = line.split(separator: " ")
      guard words.count == 2, let status = Int(words[0]) else { return .trouble(line) }
      return .status(status, String(words[1]))
    }
    #expect(Self.count(seen) == [.tooLarge: 60], "\(outcome.errors)")
    #expect(try service.hasNothing())
  }

  @Test(
    "who waits to be asked for a body is asked where it will be taken, and refused at once else")
  func expectation() throws {
    let service = try RunningService()
    let refused = try Wire(service.port)
    refused.send(try #require(Self.requests[.expected]))
    let (bytes, _) = refused.receive()
    // The final status, and nothing before it.
    #expect(String(decoding: bytes.prefix(12), as: UTF8.self) == "HTTP/1.1 413")
    let movie = try Bodies.movie()
    let taken = try Wire(service.port)
    taken.send(
      Self.head("Content-Length: \(movie.count)\r\nExpect: 100-continue", type: "video/mp4"))
    #expect(
      String(decoding: taken.receive().bytes, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
    taken.send(movie)
    #expect(taken.answer(within: 20)?.status == 202)
    let curl = try #require(Program.installed("curl"))
    let folder = try ScratchFolder()
    let two = try folder.write(Data(repeating: 0, count: 2_000_000), as: "two.bin")
    let large = try folder.write(Data(repeating: 0, count: 20_971_520), as: "large.bin")
    let url = "http://127.0.0.1:\(service.port)/v1/clips"
    let format = "%{time_total} %{size_upload} %{http_code}"
    let options = [
      "-s", "-o", folder.file("out"), "-w", format, "-H", "Expect: 100-continue",
      "--expect100-timeout", "50", "-F",
    ]
    let known = try curl.run(options + ["file=@\(two)", url]).output.split(separator: " ")
    // It is no movie; curl would wait that long for a server that does not ask.
    #expect(known.last == "415")
    #expect((Double(known.first ?? "") ?? 99) < 40)
    let over = try curl.run(options + ["file=@\(large)", url]).output.split(separator: " ")
    #expect(over.dropFirst().map(String.init) == ["0", "413"])
  }

  @Test("ten million bytes are taken on a route for movies, and on no other")
  func routesDiffer() throws {
    let service = try RunningService()
    let folder = try ScratchFolder()
    let large = try Self.nineMegabytes(folder)
    let clock = ContinuousClock()
    let start = clock.now
    let form = Bodies.form([.file("file", "a.mp4", large)], boundary: "b")
    let reply = try service.post("/v1/clips", form, type: "multipart/form-data; boundary=b")
    #expect(reply.status == 202, "\(reply.text.prefix(300))")
    // 2 MB a second, in a build that is not optimized; judging is in it.
    #expect(clock.now - start < .seconds(6))
    #expect(try service.post("/v1/verdicts", large).document["accepted"].bool == true)
    for path in ["/healthz", "/readyz", "/metrics", "/getimages", "/", "/v1/clips/\(UUID())"] {
      #expect(400...499 ~= (try service.post(path, large).status), "\(path)")
    }
    // Nor does a method that has no body take one.
    let wire = try Wire(service.port)
    wire.send(
      Array("GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: \(large.count)\r\n\r\n".utf8)
        + large)
    #expect(wire.answer(within: 20)?.fields["connection"] == "close")
  }

  @Test("a client may pause, send in bursts and go on on its connection")
  func slowClient() throws {
    let service = try RunningService()
    let wire = try Wire(service.port)
    for number in 0..<3 {
      let body = Bodies.form(
        [.file("file", "a.mp4", try Bodies.movie(number))], boundary: Self.boundary)
      wire.send(
        Self.head("Content-Length: \(body.count)\r\nConnection: keep-alive", type: Self.form))
      usleep(3_000_000)
      for start in stride(from: 0, to: body.count, by: 8192) {
        wire.send(Array(body[start..<min(start + 8192, body.count)]))
        usleep(50_000)
      }
      #expect(wire.answer(within: 20)?.status == 202, "\(number)")
    }
    #expect(try service.get("/v1/clips").document["clips"].items.count == 3)
  }

  @Test("uploads that break off leave no file, no clip, no descriptor and no room taken")
  func brokenOff() throws {
    let service = try RunningService()
    let port = service.port
    _ = try service.post("/v1/clips", Array("no movie".utf8))
    #expect(try service.hasNothing())
    let before = try service.descriptorCount()
    let request =
      Self.head("Content-Length: 9000000", type: "video/mp4")
      + [UInt8](repeating: 0x61, count: 9_000_000)
    let body = Self.body(9_000_000)
    let form = Self.head("Content-Length: \(body.count)", type: Self.form) + body
    let heads = [request, form].map { $0.count - 9_000_000 }
    let seen = Clients.run(200, atOnce: 8) { number -> Int in
      guard let wire = try? Wire(port) else { return -1 }
      let whole = number % 2 == 0 ? request : form
      let share = [0, 1, 50, 99][number / 2 % 4]
      wire.send(Array(whole[..<(heads[number % 2] + 9_000_000 / 100 * share)]))
      if number / 8 % 2 == 0 {
        wire.reset()
        return 0
      }
      wire.endSending()
      return wire.answer(within: 30)?.status ?? 0
    }
    let statuses = Dictionary(seen.map { ($0, 1) }, uniquingKeysWith: +)
    // Who only ended its side is told.
    #expect(statuses == [0: 104, 400: 96])
    #expect(try service.hasNothing())
    for _ in 0..<40 where try service.descriptorCount() > before { usleep(50_000) }
    #expect(try service.descriptorCount() <= before)
  }

  @Test("while an upload comes and breaks off, nothing of it is among the stored objects")
  func neverPublic() throws {
    let service = try RunningService()
    let wire = try Wire(service.port)
    wire.send(Self.head("Content-Length: 9000000", type: "video/mp4"))
    for _ in 0..<69 {
      wire.send([UInt8](repeating: 0x61, count: 65_536))
      #expect(try service.stored("objects").isEmpty)
    }
    wire.reset()
    #expect(try service.hasNothing())
  }

  /// A movie of a little less than ten million bytes that is accepted.
  private static func nineMegabytes(_ folder: ScratchFolder) throws -> [UInt8] {
    let movie = try Bodies.movie()
    let rest = 9_999_999 - movie.count
    let size = (0..<4).map { UInt8(truncatingIfNeeded: rest >> (24 - 8 * $0)) }
    // A box that says nothing (ISO/IEC 14496-12, 8.1.2).
    return movie + size + Array("free".utf8) + [UInt8](repeating: 0x5A, count: rest - 8)
  }
}
