import Foundation
import TestSupport
import Testing

/// The attacks on a front door (`../shared/hostile/http-*.req`), each whole and byte by byte.
@Suite(.enabled(if: Hostile.folder != nil, "../shared/hostile is not here"))
struct HostileRequestTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    let name: String
    let outcome: String
    var testDescription: String { name }
  }

  static let attacks: [Attack] = {
    guard let path = Hostile.path("manifest.json"), let document = try? JSON(file: path) else {
      return []
    }
    return document.items.compactMap { item in
      guard let name = item["file"].string, name.hasSuffix(".req"),
        let outcome = item["outcome"].string
      else { return nil }
      return Attack(name: name, outcome: outcome)
    }
  }()

  @Test("there are attacks of every outcome")
  func known() {
    #expect(Self.attacks.count >= 38)
    #expect(Set(Self.attacks.map(\.outcome)) == ["accept", "reject", "either"])
  }

  @Test(
    "an attack has its right outcome, soon, in few bytes, and leaves nothing", arguments: attacks)
  func outcome(_ attack: Attack) throws {
    let service = try RunningService()
    let request = try RequestFile("hostile/\(attack.name)")
    // What the first request of all costs is not the attack's.
    _ = try service.post("/v1/clips", Array("no movie".utf8))
    for piece in request.pieces {
      let before = ProcessTable.residentBytes(service.process)
      let start = ContinuousClock.now
      let (replies, end) = try request.send(to: service, piece: piece)
      let time = ContinuousClock.now - start
      #expect(time < .seconds(8), "\(piece)")
      #expect(end != .silent)
      #expect(replies.count == 1, "\(replies.map(\.status))")
      let reply = try #require(replies.first)
      let isTaken = 200...299 ~= reply.status
      #expect(isTaken || 400...499 ~= reply.status)
      if attack.outcome != "either" { #expect(isTaken == (attack.outcome == "accept")) }
      if !isTaken { #expect(reply.problemFaults == []) }
      #expect(ProcessTable.residentBytes(service.process) - before < 16_000_000)
      #expect(try service.get("/healthz").status == 200)
      let clips = try service.get("/v1/clips").document["clips"].items
      #expect(clips.count == (isTaken ? 1 : 0))
      for clip in clips { try service.forget(try #require(clip["id"].string)) }
      #expect(try service.hasNothing())
    }
  }

  @Test(
    "what is refused says for what",
    arguments: [
      ("http-cl-11MB.req", 413, "file.too_large"),
      ("http-cl-11MB-expect.req", 413, "file.too_large"),
      ("http-headers-5000.req", 431, "request.head_too_large"),
      ("http-uri-100k.req", 431, "request.head_too_large"),
      ("http-empty-file.req", 400, "request.no_file"),
      ("http-no-name.req", 400, "request.malformed"),
      ("http-nested-mixed.req", 400, "request.malformed"),
      ("http-filename-nul.req", 400, "request.malformed"),
      ("http-2000-fields.req", 400, "request.malformed"),
      ("http-field-1MB.req", 400, "request.malformed"),
      ("http-tls-hello.req", 400, "request.malformed"),
      ("http-garbage.req", 400, "request.malformed"),
      ("http-no-host.req", 400, "request.malformed"),
      ("http-two-hosts.req", 400, "request.malformed"),
      ("http-chunk-size-overflow.req", 400, "request.malformed"),
      ("http-cl-2e64.req", 400, "request.malformed"),
    ])
  func reason(name: String, status: Int, code: String) throws {
    let service = try RunningService()
    let (replies, _) = try RequestFile("hostile/\(name)").send(to: service)
    #expect(replies.count == 1)
    #expect(replies.first?.faults(status: status, code: code) == [])
  }

  @Test(
    "a filename is a label, whatever it says",
    arguments: [
      ("http-filename-bidi.req", "a\u{202E}4pm.exe\u{1F4A3}"),
      ("http-filename-dash.req", "-i /etc/passwd"),
      ("http-filename-pattern.req", "concat:%03d|a.mp4"), ("http-filename-star.req", "€/../x.mp4"),
      ("http-filename-traversal.req", "../../../../srv/clipgate-pwned.mp4"),
    ])
  func label(name: String, filename: String) throws {
    let service = try RunningService()
    let (replies, _) = try RequestFile("hostile/\(name)").send(to: service)
    let label = replies.first?.document["labels"]["filename"].string ?? ""
    #expect(Array(label.utf8) == Array(filename.utf8))
  }

  /// A request whose end two readers may see in two places, with another behind it.
  static let hiding: [(head: [String], body: String)] = [
    (["Content-Length: 4", "Transfer-Encoding: chunked"], "0\r\n\r\n"),
    (["Transfer-Encoding: chunked", "Content-Length: 5"], "0\r\n\r\n"),
    (["Content-Length: 0", "Content-Length: 44"], ""), (["Content-Length: 0, 0"], ""),
    (["Content-Length: +0"], ""), (["Content-Length: 0x0"], ""), (["Content-Length: -0"], ""),
    (["Content-Length : 0"], ""), (["Content-Length:\u{B}0"], ""),
    (["Transfer-Encoding: xchunked"], "0\r\n\r\n"),
    (["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"),
    (["Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"),
    (["Transfer-Encoding : chunked"], "0\r\n\r\n"),
    (["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], "0\r\n\r\n"),
    ([" Transfer-Encoding: chunked", "Content-Length: 0"], "0\r\n\r\n"),
    (["X: y\r\n Transfer-Encoding: chunked", "Content-Length: 0"], ""),
    (["X: y\nContent-Length: 0"], ""), (["X: y\rContent-Length: 0", "Content-Length: 0"], ""),
    (["Transfer-Encoding: chunked"], "0\n\n"), (["Transfer-Encoding: chunked"], "0;\n\r\n\r\n"),
    (["Transfer-Encoding: chunked"], "-0\r\n\r\n"), (["Transfer-Encoding: chunked"], "0x0\r\n\r\n"),
    (["Transfer-Encoding: chunked"], "1\r\nZ0\r\n\r\n"),
    (["Transfer-Encoding: chunked"], "0\r\nContent-Length: 9\n\r\n"),
  ]

  @Test("a request that hides behind another is not run", arguments: 0..<hiding.count)
  func hidden(_ number: Int) throws {
    let service = try RunningService()
    let (fields, body) = Self.hiding[number]
    let movie = try Bodies.movie()
    let front =
      (["POST /v1/clips HTTP/1.1", "Host: a", "Content-Type: video/mp4"] + fields + ["", body])
      .joined(separator: "\r\n")
    let behind = [
      "POST /v1/clips HTTP/1.1", "Host: a", "Content-Type: video/mp4",
      "Content-Length: \(movie.count)", "", "",
    ].joined(separator: "\r\n")
    for piece in [Int.max, 1] {
      let wire = try Wire(service.port)
      wire.send(Array(front.utf8), piece: piece)
      wire.send(Array(behind.utf8) + movie)
      wire.endSending()
      let (answer, end) = wire.rest(within: 15)
      let replies = Reply.all(of: answer)
      #expect(end != .silent)
      #expect(replies.map(\.status) == [400], "\(replies.map(\.text))")
      #expect(try service.hasNothing())
    }
    // The same movie sent openly is taken.
    #expect(try service.post("/v1/clips", movie).status == 202)
  }
}
