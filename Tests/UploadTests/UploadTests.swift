import Foundation
import Synchronization
import TestSupport
import Testing
import Upload

/// What `Upload` promises, whoever carries it; where a transfer is broken off, `BreakingTests` has URLSession.
@Suite("Sending a form")
struct UploadTests {
  private let folder: ScratchFolder
  private let form: UploadForm
  private let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  init() throws {
    folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("spool"), withIntermediateDirectories: true)
    var form = UploadForm()
    try form.add("text", named: "message")
    try form.add(file: URL(filePath: try folder.write(data, as: "movie.mp4")), named: "video")
    self.form = form
  }

  private func upload(to server: ScriptedServer, path: String = "/x") throws -> Upload {
    var upload = Upload(to: try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)")))
    upload.temporaryFolder = URL(filePath: folder.file("spool"), directoryHint: .isDirectory)
    upload.retries = UploadRetries(tries: 4, firstPause: 0.05, longestPause: 2)
    return upload
  }

  /// What lies in the folder for bodies.
  private var left: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.file("spool"))) ?? []
  }

  @Test(
    "The body goes with its length, not in chunks, and the answer comes back",
    arguments: Carriage.allCases)
  func accepted(by carrier: Carriage) async throws {
    let server = try ScriptedServer([.answer(201, fields: ["X-A: b"], body: #"{"id":"7"}"#)])
    defer { server.stop() }
    var upload = try upload(to: server)
    upload.token = "t0ken"
    let answer = try await carrier.send(form, upload)
    #expect(answer.status == 201 && answer.isAccepted && answer.tries == 1)
    #expect(answer.fields["x-a"] == "b")
    #expect(try answer.decoded(as: [String: String].self) == ["id": "7"])
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.line == "POST /x HTTP/1.1")
    #expect(request.fields["content-length"] == "\(request.count)")
    #expect(request.fields["transfer-encoding"] == nil)
    #expect(request.fields["authorization"] == "Bearer t0ken")
    #expect(request.fields["idempotency-key"] == upload.key)
    #expect(request.fields["content-type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    #expect(request.body.range(of: data) != nil)
    #expect(left == [])
  }

  @Test(
    "What may pass is tried again with the same key and the same bytes",
    arguments: Carriage.allCases,
    [
      [.answer(503, fields: ["Retry-After: 1"])], [.answer(502), .answer(504)],
      [.answer(408), .answer(429)], [.reset], [.reset, .answer(503), .reset],
    ] as [[ScriptedServer.Step]])
  func retried(by carrier: Carriage, steps: [ScriptedServer.Step]) async throws {
    let server = try ScriptedServer(steps + [.answer(202)])
    defer { server.stop() }
    let clock = ContinuousClock()
    let start = clock.now
    let answer = try await carrier.send(form, upload(to: server))
    #expect(answer.status == 202)
    #expect(answer.tries == steps.count + 1)
    #expect(server.requests.count == steps.count + 1)
    #expect(Set(server.requests.map(\.fields["idempotency-key"])).count == 1)
    #expect(Set(server.requests.map(\.body)).count == 1)
    if case .answer(503, ["Retry-After: 1"], _) = steps[0] {
      #expect(clock.now - start >= .seconds(1))
    }
    #expect(left == [])
  }

  @Test(
    "A refusal is never asked twice",
    arguments: Carriage.allCases, [400, 401, 403, 404, 409, 413, 415, 422, 500, 501, 507])
  func refused(by carrier: Carriage, status: Int) async throws {
    let server = try ScriptedServer([.answer(status, body: #"{"code":"x"}"#)])
    defer { server.stop() }
    let answer = try await carrier.send(form, upload(to: server))
    #expect(answer.status == status && !answer.isAccepted)
    #expect(answer.tries == 1 && server.requests.count == 1)
  }

  @Test("The last answer counts when the tries are over", arguments: Carriage.allCases)
  func exhausted(by carrier: Carriage) async throws {
    let server = try ScriptedServer([.answer(503, body: #"{"code":"service.busy"}"#)])
    defer { server.stop() }
    let answer = try await carrier.send(form, upload(to: server))
    #expect(answer.status == 503 && answer.tries == 4)
    #expect(server.requests.count == 4)
  }

  @Test("An answer that comes before the body has gone is read")
  func early() async throws {
    let server = try ScriptedServer([.early(413, body: #"{"code":"file.too_large"}"#)])
    defer { server.stop() }
    var large = UploadForm()
    let path = try folder.write(Data(count: 20_000_000), as: "large.mp4")
    try large.add(file: URL(filePath: path), named: "video")
    let answer = try await Carriage.curl.send(large, upload(to: server))
    #expect(answer.status == 413 && server.requests.count == 1)
    #expect(try answer.decoded(as: [String: String].self) == ["code": "file.too_large"])
  }

  @Test("Nobody there is an error after all tries", arguments: Carriage.allCases)
  func unreachable(by carrier: Carriage) async throws {
    let server = try ScriptedServer([.answer(200)])
    server.stop()
    let upload = try upload(to: server)
    let error = await #expect(throws: UploadError.self) { _ = try await carrier.send(form, upload) }
    #expect(error?.code == .unreachable)
    #expect(error?.description.contains("127.0.0.1") == false)
    #expect(left == [])
  }

  @Test(
    "A redirection is an answer, and nothing goes there",
    arguments: Carriage.allCases, [301, 302, 303, 307, 308])
  func redirected(by carrier: Carriage, status: Int) async throws {
    let other = try ScriptedServer([.answer(200)])
    defer { other.stop() }
    let place = "Location: http://127.0.0.1:\(other.port)/"
    let server = try ScriptedServer([.answer(status, fields: [place])])
    defer { server.stop() }
    var upload = try upload(to: server)
    upload.token = "secret"
    let answer = try await carrier.send(form, upload)
    #expect(answer.status == status)
    #expect(other.requests.isEmpty && server.requests.count == 1)
  }

  @Test("An answer that does not end is not taken")
  func longAnswer() async throws {
    let text = String(repeating: "x", count: Upload.mostAnswerBytes + 1)
    let server = try ScriptedServer([.answer(200, body: text)])
    defer { server.stop() }
    let upload = try upload(to: server)
    let error = await #expect(throws: UploadError.self) {
      _ = try await Carriage.curl.send(form, upload)
    }
    #expect(error?.code == .answerTooLong)
  }

  @Test("A server that says nothing is given up after the time that was set")
  func silent() async throws {
    let server = try ScriptedServer([.silent])
    defer { server.stop() }
    var upload = try upload(to: server)
    upload.timeout = 1
    upload.retries = .none
    let sent = upload
    let error = await #expect(throws: UploadError.self) {
      _ = try await Carriage.curl.send(form, sent)
    }
    #expect(error?.code == .unreachable)
  }

  @Test(
    "A slow server is waited for as long as bytes go, longer than the time without any",
    arguments: Carriage.allCases)
  func slow(by carrier: Carriage) async throws {
    let server = try ScriptedServer([.slow(200)])
    defer { server.stop() }
    var large = UploadForm()
    let path = try folder.write(Data(count: 30_000_000), as: "large.mp4")
    try large.add(file: URL(filePath: path), named: "video")
    var upload = try upload(to: server)
    upload.timeout = 3
    upload.retries = .none
    let (clock, sent, form) = (ContinuousClock(), upload, large)
    let start = clock.now
    let answer = try await carrier.send(form, sent)
    #expect(answer.status == 200 && clock.now - start > .seconds(4))
    #expect(server.requests.map(\.count).allSatisfy { $0 > 30_000_000 })
  }

  @Test("A cancelled task stops at once and leaves nothing")
  func cancelled() async throws {
    let server = try ScriptedServer([.silent])
    defer { server.stop() }
    let (upload, form) = (try upload(to: server), form)
    let task = Task { () -> UploadError.Code? in
      do throws(UploadError) {
        _ = try await Carriage.curl.send(form, upload)
        return nil
      } catch {
        return error.code
      }
    }
    for _ in 0..<3000 where server.requests.isEmpty {
      try await Task.sleep(for: .milliseconds(10))
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(left == [])
  }

  @Test("Progress grows to the whole body, and is told for each try", arguments: Carriage.allCases)
  func progress(by carrier: Carriage) async throws {
    let server = try ScriptedServer([.answer(503), .answer(200)])
    defer { server.stop() }
    let seen = Mutex<[UploadProgress]>([])
    _ = try await carrier.send(form, upload(to: server)) { news in seen.withLock { $0.append(news) }
    }
    let all = seen.withLock { $0 }
    for attempt in [1, 2] {
      let sent = all.filter { $0.attempt == attempt }
      #expect(sent.last?.sent == sent.last?.total)
      #expect(sent.map(\.sent) == sent.map(\.sent).sorted())
    }
    #expect(Set(all.map(\.total)).count == 1 && all.last?.share == 1)
  }

  @Test("A file that has changed is not sent at all")
  func changed() async throws {
    let server = try ScriptedServer([.answer(200)])
    defer { server.stop() }
    _ = try folder.write(data + [1], as: "movie.mp4")
    let upload = try upload(to: server)
    let error = await #expect(throws: UploadError.self) {
      _ = try await Carriage.session.send(form, upload)
    }
    #expect(error?.code == .changed)
    #expect(server.requests.isEmpty && left == [])
  }

  @Test("A file that has changed is never sent whole, where it is read while it is sent")
  func changedMeanwhile() async throws {
    let server = try ScriptedServer([.answer(200)])
    defer { server.stop() }
    _ = try folder.write(data + [1], as: "movie.mp4")
    let upload = try upload(to: server)
    let error = await #expect(throws: UploadError.self) {
      _ = try await Carriage.curl.send(form, upload)
    }
    #expect(error?.code == .changed)
    #expect(server.requests.allSatisfy { $0.fields["content-length"] != "\($0.count)" })
    #expect(server.requests.count < 2 && left == [])
  }

  @Test(
    "A token that no header can carry is refused",
    arguments: Carriage.allCases, ["", "a b", "a\r\nb", "é"])
  func badToken(by carrier: Carriage, token: String) async throws {
    let server = try ScriptedServer([.answer(200)])
    defer { server.stop() }
    var upload = try upload(to: server)
    upload.token = token
    let sent = upload
    let error = await #expect(throws: UploadError.self) { _ = try await carrier.send(form, sent) }
    #expect(error?.code == .badHeader)
  }
}
