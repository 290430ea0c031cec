import Foundation
import Glibc
import TestSupport
import Testing

/// The service behind the real nginx, by the file that the project ships.
@Suite(
  "Behind nginx",
  .enabled(
    if: NginxFront.installed != nil && Program.installed("curl") != nil
      && Program.installed("openssl") != nil, "nginx, curl or openssl is not installed"))
struct NginxTests {
  private static let types = ["-H", "Content-Type: video/mp4"]

  /// A service and its front; the URL that others know is the front's where it is wanted.
  private static func start(
    isNamed: Bool = true, flags: [String] = [], environment: [String: String?] = [:]
  ) throws -> NginxFront {
    let ports = try FreePort.take(2)
    var all: [String: String?] = ["CLIPGATE_SERVER_TRUSTED_PROXIES": "127.0.0.1"]
    if isNamed {
      all["CLIPGATE_SERVER_PUBLIC_URL"] = "https://\(NginxFront.host):\(ports[0])"
    }
    all.merge(environment) { $1 }
    let service = try RunningService(flags: flags, environment: all)
    return try NginxFront(before: service, port: ports[0], plainPort: ports[1])
  }

  @Test("a movie goes in and a clip comes out, by HTTP/1.1 and HTTP/2", arguments: ["1.1", "2"])
  func roundTrip(version: String) throws {
    let front = try Self.start()
    let movie = Data(try Bodies.movie())
    let answer = try front.curl(
      "/v1/clips",
      Self.types + ["--http\(version)", "-H", "Prefer: wait=60", "--data-binary", "@-"],
      input: movie)
    #expect(answer.status == 201)
    #expect(answer.version == version)
    let id = try #require(answer.document["id"].string)
    #expect(answer.fields["location"] == "\(front.base)/v1/clips/\(id)")
    let url = try #require(answer.document["urls"]["movie"].string)
    #expect(url == "\(front.base)/v1/clips/\(id)/movie.mp4")
    let whole = try front.curl(url, ["--http\(version)"])
    #expect(whole.status == 200)
    #expect(whole.body == Data(try front.service.get("/v1/clips/\(id)/movie.mp4").body))
    let part = try front.curl(url, ["--http\(version)", "-r", "100-299"])
    #expect(part.status == 206)
    #expect(part.body == whole.body[100..<300])
    #expect(part.fields["content-range"] == "bytes 100-299/\(whole.body.count)")
    #expect(try front.curl(url, ["-r", "\(whole.body.count)-"]).status == 416)
    let tag = try #require(whole.fields["etag"])
    #expect(try front.curl(url, ["-H", "If-None-Match: \(tag)"]).status == 304)
    #expect(front.log == "")
  }

  @Test func `without a URL of its own the service takes the front's scheme and host`() throws {
    let front = try Self.start(isNamed: false)
    let answer = try front.curl(
      "/v1/clips", Self.types + ["--data-binary", "@-"], input: Data(try Bodies.movie()))
    #expect(answer.status == 202)
    #expect(answer.fields["location"]?.hasPrefix("\(front.base)/v1/clips/") == true)
  }

  @Test func `plain HTTP is sent on, and a POST stays one`() throws {
    let front = try Self.start()
    let answer = try CurlReply.ask([
      "-sS", "-d", "x", "http://127.0.0.1:\(front.plainPort)/v1/clips?fit=1",
    ])
    #expect(answer.status == 308)
    #expect(answer.fields["location"] == "https://127.0.0.1/v1/clips?fit=1")
  }

  @Test(
    "a body that is too large is told so, and the client reads it",
    arguments: [
      ["--http1.1"], ["--http1.1", "-H", "Transfer-Encoding: chunked"],
      ["--http1.1", "-H", "Expect:"], ["--http2"],
    ])
  func tooLarge(options: [String]) throws {
    let front = try Self.start()
    let body = Data(repeating: 0x20, count: 40_000_000)
    for _ in 0..<3 {
      let answer = try front.curl(
        "/v1/clips", Self.types + options + ["--data-binary", "@-"], input: body)
      #expect(answer.status == 413, "\(answer.errors) \(front.log)")
      #expect(answer.document["code"].string == "file.too_large")
    }
  }

  @Test func `events come as they happen`() throws {
    let front = try Self.start(flags: ["--workers", "1"])
    var urls: [String] = []
    for number in 0..<3 {
      let answer = try front.curl(
        "/v1/clips", Self.types + ["--data-binary", "@-"], input: Data(try Bodies.large(number)))
      urls.append(try #require(answer.document["urls"]["events"].string))
    }
    let folder = try ScratchFolder()
    let curl = try #require(Program.installed("curl"))
    let stream = try curl.start(
      front.options + ["-N", "--max-time", "100", "-o", folder.file("events"), urls[2]])
    func events() -> String {
      (try? String(contentsOfFile: folder.file("events"), encoding: .utf8)) ?? ""
    }
    for _ in 0..<600 where events().isEmpty { usleep(50_000) }
    // The clip waits for two others, so that its first event is there long before the last.
    let first = events()
    #expect(first.contains(#""status":"queued""#) || first.contains(#""status":"processing""#))
    #expect(!first.contains(#""status":"ready""#))
    #expect(try stream.wait(deadline: .seconds(120)).ending == .exit(0))
    #expect(events().contains(#""status":"ready""#))
  }

  @Test func `a slow client takes its own share, whatever it says of itself`() throws {
    let front = try Self.start(
      environment: ["CLIPGATE_SERVER_MAX_CONNECTIONS_PER_ADDRESS": "4"])
    let curl = try #require(Program.installed("curl"))
    let folder = try ScratchFolder()
    let large = try folder.write(Data(repeating: 0x20, count: 3_000_000), as: "large")
    let post = Self.types + ["--interface", "127.0.0.2", "--http1.1"]
    let slow = try curl.start(
      front.options + post
        + ["--limit-rate", "20k", "--data-binary", "@\(large)", "\(front.base)/v1/clips"])
    let movie = Data(try Bodies.movie())
    func upload(_ options: [String]) throws -> CurlReply {
      try front.curl("/v1/verdicts", options + ["--data-binary", "@-"], input: movie)
    }
    var second = try upload(post)
    for _ in 0..<50 where second.status != 503 {
      usleep(100_000)
      second = try upload(post)
    }
    #expect(second.status == 503)
    #expect(second.document["code"].string == "service.busy")
    #expect(second.fields["retry-after"] == "5")
    #expect(try upload(post + ["-H", "X-Forwarded-For: 203.0.113.9"]).status == 503)
    #expect(try upload(Self.types + ["--interface", "127.0.0.3"]).status == 200)
    withExtendedLifetime(slow) {}
  }

  @Test func `a body that stands still is told so before nginx loses patience`() throws {
    let front = try Self.start()
    let sh = try #require(Program.installed("bash"))
    let script = "(printf x; sleep 45) | curl \"$@\""
    let outcome = try sh.run(
      ["-c", script, "bash"] + front.options
        + ["--http1.1", "-H", "Content-Type: video/mp4", "-X", "POST", "-T", "-"]
        + ["-w", "%{http_code}", "\(front.base)/v1/clips"], deadline: .seconds(60))
    #expect(outcome.output.hasSuffix("408"), "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.contains("request.timeout"))
  }
}
