import Foundation
import Glibc
import TestSupport

/// What an honest client does with a clip that was acknowledged.
struct ClipVisit {
  private let id: String
  /// All that may be asked; the last has to answer.
  private let services: @Sendable () -> [RunningService]
  private let ledger: SoakLedger
  private var generator: SeededGenerator
  /// How many of its own requests had no answer.
  private var losses = 0
  private static let digests = SoakDigests()

  init(_ id: String, _ servers: SoakServers, _ ledger: SoakLedger, seed: UInt64) {
    (self.id, self.ledger) = (id, ledger)
    services = { [servers.pair.server, servers.steady] }
    generator = SeededGenerator(seed: seed)
  }

  /// A visit that asks one server alone.
  init(_ id: String, only service: RunningService, _ ledger: SoakLedger) {
    (self.id, self.ledger) = (id, ledger)
    services = { [service] }
    generator = SeededGenerator(seed: 1)
  }

  private var path: String { "/v1/clips/\(id)" }

  /// Asks until there is an answer; the killed server may owe one, the steady one never.
  private mutating func ask(
    _ path: String, method: String = "GET", fields: [String] = []
  ) -> Reply? {
    for _ in 0..<100 {
      let services = services()
      guard let service = services.randomElement(using: &generator) else { break }
      if let reply = try? service.get(path, method: method, fields: fields),
        Self.isWhole(reply, method)
      {
        return reply
      }
      ledger.promises.lost()
      losses += 1
      ledger.check("the steady server answers a request", service !== services.last, path)
      usleep(50_000)
    }
    return nil
  }

  /// Whether nothing of the body is missing.
  private static func isWhole(_ reply: Reply, _ method: String) -> Bool {
    guard method == "GET", let length = reply.fields["content-length"].flatMap({ Int($0) }) else {
      return true
    }
    return reply.body.count == length
  }

  /// Waits until the clip is ready, by its events or by asking, and gives its document.
  mutating func ready() -> JSON? {
    if Int.random(in: 0..<3, using: &generator) == 0, let status = lastEvent() {
      ledger.check("events lead to a ready clip", status == "ready", "\(id): \(status)")
    }
    let end = ContinuousClock().now + .seconds(150)
    var last = ""
    while ContinuousClock().now < end {
      guard let reply = ask(path) else { continue }
      last = "\(reply.status) \(reply.text)"
      switch (reply.status, reply.document["status"].string) {
      case (200, "ready"):
        ledger.check("an acknowledged clip becomes ready", true)
        return reply.document
      case (200, "queued"), (200, "processing"), (503, _): usleep(100_000)
      default:
        ledger.check("an acknowledged clip becomes ready", false, "\(id): \(last)")
        return nil
      }
    }
    ledger.check("an acknowledged clip becomes ready", false, "\(id), in time: \(last)")
    return nil
  }

  /// The status in the last event of the steady server's stream.
  private func lastEvent() -> String? {
    guard let reply = try? services().last?.get("\(path)/events") else { return nil }
    let last = reply.text.split(separator: "\n").last { $0.hasPrefix("data: ") }
    let document = last.flatMap { try? JSON(parsing: Data($0.dropFirst(6).utf8)) }
    return document?["status"].string
  }

  /// Fetches the movie whole and in part, and its poster.
  ///
  /// - Parameter clip: the clip's document.
  mutating func fetch(_ clip: JSON) {
    let told = clip["report"]["output"]["sha256"].string ?? ""
    guard let movie = ask("\(path)/movie.mp4") else { return }
    ledger.check(
      "a movie has the digest of its report",
      movie.status == 200 && !told.isEmpty && Self.digests.digest(movie.body) == told,
      "\(id): \(movie.status), \(movie.body.count) bytes")
    ledger.check("a movie's tag is its digest", movie.fields["etag"] == "\"\(told)\"", id)
    guard !movie.body.isEmpty else { return }
    ranges(movie.body, tag: "\"\(told)\"")
    let poster = ask("\(path)/poster.jpg")
    ledger.check(
      "a poster is a picture",
      poster?.status == 200 && poster?.body.starts(with: [0xFF, 0xD8, 0xFF]) == true, id)
  }

  private mutating func ranges(_ movie: [UInt8], tag: String) {
    let first = Int.random(in: 0..<movie.count, using: &generator)
    let last = Int.random(in: first..<movie.count, using: &generator)
    let range = "Range: bytes=\(first)-\(last)"
    let part = ask("\(path)/movie.mp4", fields: [range, "If-Range: \(tag)"])
    ledger.check(
      "a range is that part of the movie",
      part?.status == 206 && part.map { $0.body[...] } == movie[first...last]
        && part?.fields["content-range"] == "bytes \(first)-\(last)/\(movie.count)",
      "\(id) \(range): \(part?.status ?? 0)")
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      let other = ask("\(path)/movie.mp4", fields: [range, "If-Range: \"other\""])
      ledger.check("a range of another movie is the whole", other?.body == movie, id)
    case 1:
      let behind = ask("\(path)/movie.mp4", fields: ["Range: bytes=\(movie.count)-"])
      ledger.check("a range behind the end is refused", behind?.status == 416, id)
    default:
      let head = ask("\(path)/movie.mp4", method: "HEAD")
      ledger.check(
        "a head tells the movie's length",
        head?.status == 200 && head?.fields["content-length"] == "\(movie.count)", id)
    }
  }

  /// Deletes the clip; where it worked nothing of it answers any more.
  mutating func delete() {
    ledger.isDoubtful(id)
    losses = 0
    guard let reply = ask(path, method: "DELETE") else { return }
    // A deletion whose answer was lost may have been the one.
    let isRight = reply.status == 204 || reply.status == 404 && losses > 0
    guard
      ledger.check("a clip can be deleted", isRight, "\(id): \(reply.status) \(reply.text)")
    else { return }
    ledger.deleted(id)
    for place in ["", "/movie.mp4", "/poster.jpg", "/events"] {
      let reply = ask(path + place)
      ledger.check(
        "what is deleted is gone", reply?.status == 404, "\(id)\(place): \(reply?.status ?? 0)")
    }
  }
}
