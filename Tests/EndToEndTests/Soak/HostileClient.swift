import Foundation
import Glibc
import TestSupport

/// Uploads attacks and movies that are to be refused, and asks what can be read in two ways.
struct HostileClient: SoakClient {
  /// A request and its refusal.
  private struct Bad {
    var body: [UInt8]
    var status: Int
    var code: String
    var query = ""
    var type = "video/mp4"
  }

  private let servers: SoakServers
  private let ledger: SoakLedger
  var generator: SeededGenerator

  init(_ servers: SoakServers, _ ledger: SoakLedger, seed: UInt64) {
    (self.servers, self.ledger) = (servers, ledger)
    generator = SeededGenerator(seed: seed)
  }

  mutating func act() {
    let service = servers.any(&generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: attack(service)
    case 1: mutate(service)
    case 2: ambiguous(service)
    case 3: damage()
    default: refused(service)
    }
  }

  private static func sample(_ name: String) -> [UInt8] {
    ((try? Data(contentsOf: URL(filePath: Checkout.path("samples/\(name)")))).map { [UInt8]($0) })
      ?? []
  }

  private static let bad: [Bad] = {
    let movie = (try? Bodies.movie()) ?? []
    let file = Bodies.Part.file("file", "a.mp4", movie)
    let two = Bodies.form([file, file], boundary: "b")
    let none = Bodies.form([.field("profile", "low")], boundary: "b")
    return [
      Bad(body: sample("truncated.mp4"), status: 422, code: "movie.truncated"),
      Bad(body: sample("browser-recording.webm"), status: 422, code: "duration.too_long"),
      Bad(body: sample("lying-header.mp4"), status: 422, code: "duration.too_long"),
      Bad(body: sample("describe.py"), status: 415, code: "movie.not_recognized"),
      Bad(
        body: [UInt8](repeating: 0x61, count: 10_485_761), status: 413, code: "file.too_large"),
      Bad(body: [], status: 400, code: "request.no_file"),
      Bad(body: none, status: 400, code: "request.no_file", type: Uploader.type),
      Bad(body: two, status: 400, code: "request.multiple_files", type: Uploader.type),
      Bad(body: movie, status: 400, code: "request.bad_parameter", query: "?from=never"),
    ]
  }()

  /// What is to be refused, the same way each time.
  private mutating func refused(_ service: RunningService) {
    guard let bad = Self.bad.randomElement(using: &generator) else { return }
    guard let reply = post(service, "/v1/clips\(bad.query)", bad.body, type: bad.type) else {
      return
    }
    let faults = reply.faults(status: bad.status, code: bad.code)
    ledger.check("a refusal is as it should be", faults.isEmpty, "\(bad.code): \(faults)")
  }

  /// A file that attacks the reader of movies.
  private mutating func attack(_ service: RunningService) {
    guard let entry = Hostile.movies.randomElement(using: &generator),
      let bytes = try? Data(contentsOf: URL(filePath: entry.path))
    else { return mutate(service) }
    if Bool.random(using: &generator) {
      guard let reply = post(service, "/v1/verdicts", [UInt8](bytes)) else { return }
      let isVerdict = reply.document["schema"].string == "clipgate.verdict/1"
      ledger.check(
        "an attack gets a verdict",
        [200, 413].contains(reply.status) && (isVerdict || reply.status == 413),
        "\(entry.name): \(reply.status) \(reply.text)")
    } else {
      offer(service, entry.name, [UInt8](bytes))
    }
  }

  private mutating func mutate(_ service: RunningService) {
    let number = ledger.promises.number()
    guard let movie = try? Bodies.movie(number) else { return }
    offer(service, "mutated-\(number)", Mutation.of(movie, seed: generator.next()))
  }

  /// Uploads what may be taken or refused, and deletes it where it was taken.
  private mutating func offer(_ service: RunningService, _ name: String, _ bytes: [UInt8]) {
    let body = Bodies.form([.file("video", "hostile-\(name)", bytes)], boundary: "b")
    guard let reply = post(service, "/v1/clips", body, type: Uploader.type) else { return }
    ledger.check(
      "an attack is taken or refused", [202, 413, 415, 422].contains(reply.status),
      "\(name): \(reply.status) \(reply.text)")
    guard reply.status == 202, let id = reply.document["id"].string else { return }
    ledger.isDoomed(id)
    var visit = ClipVisit(id, servers, ledger, seed: generator.next())
    visit.delete()
  }

  /// Damage that only the whole decode shows fails the clip, with reasons.
  private mutating func damage() {
    let number = Array("\(ledger.promises.number())".utf8)
    let bytes = Self.damaged + [0, 0, 0, UInt8(8 + number.count)] + Array("free".utf8) + number
    guard let reply = post(servers.steady, "/v1/clips", bytes) else { return }
    guard
      ledger.check(
        "a damaged movie is taken at first", reply.status == 202, "\(reply.status) \(reply.text)"),
      let id = reply.document["id"].string
    else { return }
    ledger.isDoomed(id)
    let end = ContinuousClock().now + .seconds(150)
    var clip = JSON.null
    while ContinuousClock().now < end {
      clip = (try? servers.steady.get("/v1/clips/\(id)"))?.document ?? .null
      if clip["status"].string == "failed" { break }
      usleep(200_000)
    }
    ledger.check(
      "a damaged movie's clip fails for its reasons",
      clip["verdict"]["reasons"][0]["code"].string?.hasPrefix("movie.") == true, "\(clip)")
    var visit = ClipVisit(id, servers, ledger, seed: generator.next())
    visit.delete()
  }

  private static let damaged = (try? WebhookTests.damaged()) ?? []

  private static let ambiguities = [
    "POST /v1/clips HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
    "POST /v1/clips HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "POST /v1/clips HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n",
    "POST /v1/clips HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
  ]

  /// What two readers would read in two ways is refused, with nothing behind it taken for a request.
  private mutating func ambiguous(_ service: RunningService) {
    guard let head = Self.ambiguities.randomElement(using: &generator) else { return }
    let hidden = "0\r\n\r\nDELETE /v1/clips/1 HTTP/1.1\r\nHost: a\r\n\r\n"
    guard let (replies, end) = try? Wire.ask(service.port, Array((head + hidden).utf8), within: 30),
      !replies.isEmpty
    else {
      ledger.check("the steady server answers attacks", !servers.isSteady(service), head)
      return
    }
    ledger.check(
      "an ambiguous request is refused, and nothing behind it read",
      replies.map(\.status) == [400] && end != .silent, "\(head): \(replies.map(\.status))")
  }

  /// Sends until there is an answer other than 503; nil where the server was killed.
  private func post(
    _ service: RunningService, _ path: String, _ body: [UInt8], type: String = "video/mp4"
  ) -> Reply? {
    let end = ContinuousClock().now + .seconds(120)
    while ContinuousClock().now < end {
      guard let reply = try? service.post(path, body, type: type), !reply.document.isNull else {
        ledger.promises.lost()
        ledger.check("the steady server answers attacks", !servers.isSteady(service), path)
        return nil
      }
      if reply.status != 503 { return reply }
      usleep(300_000)
    }
    return nil
  }
}
