import Foundation
import Glibc
import TestSupport

/// Sends heads and bodies slower than is borne, and uploads that are slow and good.
struct DrippingClient: SoakClient {
  private let servers: SoakServers
  private let ledger: SoakLedger
  var generator: SeededGenerator

  init(_ servers: SoakServers, _ ledger: SoakLedger, seed: UInt64) {
    (self.servers, self.ledger) = (servers, ledger)
    generator = SeededGenerator(seed: seed)
  }

  mutating func act() {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: drip("GET / HTTP/1.1\r\nHost: soak\r\nX-Slow: ", deadline: 10)
    case 1: drip(Self.head(1_000_000, "broken.mp4"), deadline: 20)
    default: takeTime()
    }
  }

  private static func head(_ count: Int, _ name: String) -> String {
    "POST /v1/clips HTTP/1.1\r\nHost: soak\r\nContent-Type: \(Uploader.type)\r\n"
      + "Content-Length: \(count)\r\nConnection: close\r\n\r\n"
  }

  /// Sends a beginning, and then a byte now and then until it is cut.
  ///
  /// - Parameter deadline: seconds after which that happens.
  private func drip(_ beginning: String, deadline: Double) {
    guard let wire = try? Wire(servers.steady.port) else { return }
    let start = ContinuousClock().now
    wire.send(beginning)
    var bytes: [UInt8] = []
    while bytes.isEmpty, ContinuousClock().now - start < .seconds(60) {
      if ledger.promises.isOver { return }
      let (some, end) = wire.receive(within: 0.25)
      bytes += some
      if end == .closed || end == .reset { break }
      wire.send("x")
    }
    let time = (ContinuousClock().now - start) / .seconds(1)
    let status =
      bytes.starts(with: "HTTP/1.1 ".utf8) ? String(decoding: bytes[9..<12], as: UTF8.self) : ""
    ledger.check(
      "who comes too slowly is cut at the deadline",
      status == "408" && deadline - 0.5...deadline + 10 ~= time, "\(status) after \(time) s")
  }

  /// An upload in pieces, with pauses.
  private mutating func takeTime() {
    let number = ledger.promises.number()
    guard let movie = try? Bodies.movie(number), let wire = try? Wire(servers.steady.port) else {
      return
    }
    let body = Bodies.form([.file("video", "\(number)-slow.mp4", movie)], boundary: "b")
    wire.send(Self.head(body.count, ""))
    for place in stride(from: 0, to: body.count, by: max(1, body.count / 8)) {
      wire.send(Array(body[place..<min(body.count, place + max(1, body.count / 8))]))
      usleep(.random(in: 50_000...800_000, using: &generator))
    }
    let reply = wire.answer(within: 60)
    let id = reply?.document["id"].string
    ledger.check(
      "a slow upload is acknowledged", reply?.status == 202 && id != nil,
      "\(reply?.status ?? 0) \(reply?.text ?? "")")
    if let id { ledger.promises.acknowledged(id) }
  }
}
