internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing
internal import Transfers

/// One HTTP exchange by libcurl, against a server that answers as told.
@Suite struct TransferTests {
  private static func request(
    _ url: String, method: String = "POST", fields: [(name: String, value: String)] = [],
    body: TransferBody = .bytes([1, 2, 3]),
    patience: TransferPatience = TransferPatience(whole: .seconds(60)), most: Int = 4096
  ) -> TransferRequest {
    TransferRequest(
      method: method, url: url, fields: fields, body: body, patience: patience,
      limits: TransferLimits(body: most))
  }

  private static func url(_ server: ScriptedServer, scheme: String = "http") -> String {
    "\(scheme)://127.0.0.1:\(server.port)/a?b=c"
  }

  /// What an exchange failed by; nil where it did not.
  private static func failure(of request: TransferRequest) throws -> TransferFailure? {
    let client = try #require(TransferClient())
    do throws(TransferFailure) {
      _ = try client.exchange(request)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a request goes with its method, fields, bytes and length, and the answer comes back`()
    throws
  {
    let server = try ScriptedServer([
      .answer(201, fields: ["X-A: b", "x-a:  c ", "Retry-After: 7"], body: "xyz")
    ])
    defer { server.stop() }
    let client = try #require(TransferClient())
    let answer = try client.exchange(
      Self.request(
        Self.url(server), method: "PUT",
        fields: [(name: "X-One", value: "1"), (name: "X-None", value: "")]))
    #expect(answer.status == 201 && answer.body == Array("xyz".utf8))
    #expect(answer.fields["x-a"] == "b, c" && answer.retryAfter == .seconds(7))
    let asked = try #require(server.requests.first)
    #expect(asked.line == "PUT /a?b=c HTTP/1.1")
    #expect(asked.body == Data([1, 2, 3]) && asked.fields["content-length"] == "3")
    #expect(asked.fields["x-one"] == "1" && asked.fields["user-agent"] == "Clipgate")
    #expect(asked.fields.keys.contains("x-none"))
  }

  @Test(arguments: [TransferBody.bytes([]), .source(Gathered(length: 0))])
  func `a body without a byte is sent as one`(body: TransferBody) throws {
    let server = try ScriptedServer([.answer(204, body: "")])
    defer { server.stop() }
    let client = try #require(TransferClient())
    let answer = try client.exchange(Self.request(Self.url(server), body: body))
    #expect(answer.status == 204 && answer.body.isEmpty)
    #expect(server.requests.map(\.fields["content-length"]) == ["0"])
  }

  @Test func `a source is sent with its length, anew each time, and progress grows to it`() throws {
    let server = try ScriptedServer([.answer(200)])
    defer { server.stop() }
    let client = try #require(TransferClient())
    let request = Self.request(
      Self.url(server), body: .source(Gathered(length: 5_000_000)))
    for _ in 0..<2 {
      var told: [Int64] = []
      _ = try client.exchange(request) { told.append($0) }
      #expect(told.last == 5_000_000 && told.count > 2)
      #expect(told == Array(Set(told)).sorted())
    }
    let requests = server.requests
    #expect(requests.map(\.count) == [5_000_000, 5_000_000])
    for asked in requests {
      #expect(asked.fields["content-length"] == "5000000")
      #expect(asked.fields["transfer-encoding"] == nil && asked.fields["expect"] == nil)
    }
  }

  @Test func `an answer that comes in the middle of the body is read, and no more is sent`() throws
  {
    let server = try ScriptedServer([.early(413, body: #"{"code":"file.too_large"}"#)])
    defer { server.stop() }
    let client = try #require(TransferClient())
    let answer: TransferAnswer?
    do throws(TransferFailure) {
      answer = try client.exchange(
        Self.request(Self.url(server), body: .source(Gathered(length: 200_000_000))))
    } catch {
      answer = error.answer
    }
    #expect(answer?.status == 413)
    #expect(answer?.body == Array(#"{"code":"file.too_large"}"#.utf8))
    #expect(server.requests.count == 1)
  }

  @Test func `of an answer no more is taken than was asked for`() throws {
    let server = try ScriptedServer([
      .answer(200, body: String(repeating: "x", count: 4096)),
      .answer(200, body: String(repeating: "x", count: 4097)),
      .answer(200, fields: ["X: " + String(repeating: "x", count: 70_000)]),
    ])
    defer { server.stop() }
    #expect(try Self.failure(of: Self.request(Self.url(server))) == nil)
    for _ in 0..<2 {
      let failure = try Self.failure(of: Self.request(Self.url(server)))
      #expect(failure?.cause == .answerTooLong)
      // The status is known all the same.
      #expect(failure?.answer?.status == 200 && failure?.answer?.body.count ?? 0 <= 4096)
    }
  }

  @Test(arguments: [
    TransferPatience(whole: .seconds(1)), TransferPatience(idle: .seconds(1)),
  ])
  func `a server that says nothing is left when the time is over`(
    patience: TransferPatience
  ) throws {
    let server = try ScriptedServer([.silent])
    defer { server.stop() }
    let start = ContinuousClock.now
    let failure = try Self.failure(of: Self.request(Self.url(server), patience: patience))
    #expect(failure?.cause == .timedOut && failure?.answer == nil)
    #expect(1.0..<4.0 ~= (ContinuousClock.now - start) / .seconds(1))
  }

  @Test func `a slow server is waited for while bytes go`() throws {
    let server = try ScriptedServer([.slow(200)])
    defer { server.stop() }
    let start = ContinuousClock.now
    let request = Self.request(
      Self.url(server), body: .source(Gathered(length: 30_000_000)),
      patience: TransferPatience(idle: .seconds(3)))
    #expect(try Self.failure(of: request)?.cause == nil)
    #expect(ContinuousClock.now - start > .seconds(4))
  }

  @Test func `another thread breaks an exchange off at once, and all that follow`() throws {
    let server = try ScriptedServer([.silent])
    defer { server.stop() }
    let client = try #require(TransferClient())
    let end = Mutex<ContinuousClock.Instant?>(nil)
    let causes = Mutex<[TransferFailure.Cause?]>([])
    Thread.detachNewThread {
      for _ in 0..<2 {
        do throws(TransferFailure) {
          _ = try client.exchange(Self.request(Self.url(server)))
          causes.withLock { $0.append(nil) }
        } catch {
          causes.withLock { $0.append(error.cause) }
        }
      }
      end.withLock { $0 = .now }
    }
    for _ in 0..<2000 where server.requests.isEmpty { usleep(10_000) }
    let start = ContinuousClock.now
    client.interrupt()
    for _ in 0..<2000 where end.withLock({ $0 == nil }) { usleep(10_000) }
    let over = try #require(end.withLock { $0 })
    #expect(over - start < .milliseconds(900))
    #expect(causes.withLock { $0 } == [.interrupted, .interrupted])
    #expect(server.requests.count == 1)
  }

  @Test func `no redirection is followed`() throws {
    let other = try ScriptedServer([.answer(200)])
    let server = try ScriptedServer([.answer(307, fields: ["Location: \(Self.url(other))"])])
    defer {
      other.stop()
      server.stop()
    }
    let client = try #require(TransferClient())
    #expect(try client.exchange(Self.request(Self.url(server))).status == 307)
    #expect(other.requests.isEmpty)
  }

  @Test func `a connection that is reset is told as lost, and is not tried again by itself`() throws
  {
    let server = try ScriptedServer([.reset, .answer(200)])
    defer { server.stop() }
    let failure = try Self.failure(of: Self.request(Self.url(server)))
    #expect(failure?.cause == .lost && failure?.cause.mayPass == true)
    #expect(server.requests.count == 1)
  }

  @Test func `a source that fails ends the exchange, and its error is handed on`() throws {
    let server = try ScriptedServer([.answer(200)])
    defer { server.stop() }
    let source = Gathered(length: 3_000_000, faultAt: 1_000_000)
    let failure = try Self.failure(of: Self.request(Self.url(server), body: .source(source)))
    #expect(failure?.cause == .source && failure?.sourceError is Gathered.Fault)
    #expect(server.requests.allSatisfy { $0.count < 3_000_000 })
  }

  @Test(arguments: [
    ("file:///etc/passwd", TransferFailure.Cause.badAddress), ("ftp://127.0.0.1/x", .badAddress),
    ("gopher://127.0.0.1/x", .badAddress), ("http://", .badAddress),
    ("http://nobody.invalid/", .unknownName),
  ])
  func `what is no server of http or https is not asked`(
    url: String, cause: TransferFailure.Cause
  ) throws {
    let failure = try Self.failure(of: Self.request(url))
    #expect(failure?.cause == cause)
    #expect(failure?.cause.words.contains("nobody") == false)
  }

  @Test func `nobody there may be there later`() throws {
    let server = try ScriptedServer([.answer(200)])
    server.stop()
    let failure = try Self.failure(of: Self.request(Self.url(server)))
    #expect(failure?.cause == .unconnected && failure?.cause.mayPass == true)
  }

  @Test(.enabled(if: Receiver.isThere))
  func `a server that speaks no TLS is told as such, and gets nothing`() throws {
    let folder = try ScratchFolder()
    let receiver = try Receiver(["200"], in: folder)
    let failure = try Self.failure(of: Self.request("https://127.0.0.1:\(receiver.port)/"))
    #expect(failure?.cause == .noTLS && failure?.cause.mayPass == false)
    #expect(receiver.requests.isEmpty)
  }

  @Test(arguments: [
    ("POST / HTTP/1.1\r\nX: y\r\n\r\n", "X", "y"), ("POST", "X: y\r\nZ", "z"), ("POST", "X:", "y"),
    ("POST", "X", "y\r\nZ: z"), ("", "X", "y"), ("POST", "", "y"), ("POST", "X", "a\0b"),
  ])
  func `a line of the head that would be another is not sent`(
    method: String, name: String, value: String
  ) throws {
    let server = try ScriptedServer([.answer(200)])
    defer { server.stop() }
    let failure = try Self.failure(
      of: Self.request(
        Self.url(server), method: method, fields: [(name: name, value: value)]))
    #expect(failure?.cause == .badRequest)
    #expect(server.requests.isEmpty)
  }
}
