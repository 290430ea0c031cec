import Foundation
import Glibc
import TestSupport

/// Uploads movies in every way there is, waits for its clips, fetches and deletes them.
struct HonestClient: SoakClient {
  /// An upload, as it is sent however often it has to be.
  struct Order {
    var path = "/v1/clips"
    var body: [UInt8]
    var type = Uploader.type
    var fields: [String] = []
    /// Whether it may be sent again where no answer came.
    var isRepeatable = false
  }

  private let servers: SoakServers
  private let ledger: SoakLedger
  var generator: SeededGenerator

  init(_ servers: SoakServers, _ ledger: SoakLedger, seed: UInt64) {
    (self.servers, self.ledger) = (servers, ledger)
    generator = SeededGenerator(seed: seed)
  }

  mutating func act() {
    let number = ledger.promises.number()
    guard let movie = try? Bodies.movie(number) else {
      ledger.check("a movie can be made", false)
      return
    }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: verdict(movie)
    case 1: follow(Order(path: "/v1/clips?tail=0.5", body: movie, type: "video/mp4"))
    case 2: keyed(number, movie)
    case 3: twins(number, movie)
    default: follow(form(number, movie))
    }
  }

  private mutating func form(_ number: Int, _ movie: [UInt8]) -> Order {
    let profile = ["low", "medium", "high"].randomElement(using: &generator) ?? "low"
    let file = Bodies.Part.file("video", "\(number)-\(profile).mp4", movie)
    let body = Bodies.form([.field("profile", profile), file], boundary: "b")
    let waits = Bool.random(using: &generator)
    return Order(body: body, fields: waits ? ["Prefer: wait=20"] : [])
  }

  /// A verdict alone, of which nothing stays.
  private mutating func verdict(_ movie: [UInt8]) {
    let order = Order(path: "/v1/verdicts", body: movie, type: "video/mp4", isRepeatable: true)
    guard let reply = answer(order) else { return }
    ledger.check(
      "a good movie's verdict is good",
      reply.status == 200 && reply.document["accepted"].bool == true, reply.text)
  }

  /// A key's repeat gets the first clip, and other bytes under it a conflict.
  private mutating func keyed(_ number: Int, _ movie: [UInt8]) {
    let body = Bodies.form([.file("video", "\(number).mp4", movie)], boundary: "b")
    var order = Order(body: body, fields: ["Idempotency-Key: soak \(number)"], isRepeatable: true)
    guard let id = acknowledged(order) else { return }
    let again = acknowledged(order)
    ledger.check("a key's repeat is the same clip", again == id, "\(id), then \(again ?? "none")")
    order.body = Bodies.form([.file("video", "\(number).mp4", movie + [0])], boundary: "b")
    if let reply = answer(order) {
      let faults = reply.faults(status: 409, code: "request.conflict")
      ledger.check("other bytes under a key conflict", faults.isEmpty, "\(faults)")
    }
    live(id)
  }

  /// The same movie twice is made once; the end of one clip takes nothing from the other.
  private mutating func twins(_ number: Int, _ movie: [UInt8]) {
    let body = Bodies.form([.file("video", "\(number)-twin.mp4", movie)], boundary: "b")
    guard let first = acknowledged(Order(body: body)), let second = acknowledged(Order(body: body))
    else { return }
    ledger.check("twins are two clips", first != second, first)
    delete(first)
    live(second)
  }

  private mutating func follow(_ order: Order) {
    if let id = acknowledged(order) { live(id) }
  }

  /// A clip's life behind its acknowledgement.
  private mutating func live(_ id: String) {
    // Some go while they are at work.
    if Int.random(in: 0..<8, using: &generator) == 0 { return delete(id) }
    var visit = ClipVisit(id, servers, ledger, seed: generator.next())
    guard let clip = visit.ready() else { return }
    visit.fetch(clip)
    if Int.random(in: 0..<10, using: &generator) < 7 { delete(id) }
  }

  private mutating func delete(_ id: String) {
    var visit = ClipVisit(id, servers, ledger, seed: generator.next())
    visit.delete()
  }

  /// Sends an upload until it is acknowledged, and gives the clip's id.
  private mutating func acknowledged(_ order: Order) -> String? {
    guard let reply = answer(order) else { return nil }
    let id = [201, 202].contains(reply.status) ? reply.document["id"].string : nil
    ledger.check("a good upload is acknowledged", id != nil, "\(reply.status) \(reply.text)")
    if let id { ledger.promises.acknowledged(id) }
    return id
  }

  /// Sends a request until it has an answer other than 503; nil where it is given up.
  private mutating func answer(_ order: Order) -> Reply? {
    let end = ContinuousClock().now + .seconds(120)
    while ContinuousClock().now < end {
      let service = servers.any(&generator)
      let reply = try? service.post(
        order.path, order.body, type: order.type, fields: order.fields)
      guard let reply, !reply.document.isNull else {
        ledger.check("the steady server answers an upload", !servers.isSteady(service))
        ledger.promises.lost()
        if !order.isRepeatable { return nil }
        usleep(100_000)
        continue
      }
      if reply.status != 503 { return reply }
      usleep(300_000)
    }
    ledger.check("an upload has room within two minutes", false)
    return nil
  }
}
