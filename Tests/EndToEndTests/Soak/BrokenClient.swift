import Foundation
import Glibc
import TestSupport

/// Goes in the middle of its uploads, tells wrong lengths, and sends what is no request.
struct BrokenClient: SoakClient {
  private let servers: SoakServers
  private let ledger: SoakLedger
  var generator: SeededGenerator

  init(_ servers: SoakServers, _ ledger: SoakLedger, seed: UInt64) {
    (self.servers, self.ledger) = (servers, ledger)
    generator = SeededGenerator(seed: seed)
  }

  mutating func act() {
    let service = servers.any(&generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: breakOff(service, isReset: true)
    case 1: breakOff(service, isReset: false)
    // One that ends the body within the form, and one that it does not reach.
    case 2: claim(service, -Int.random(in: 20...200, using: &generator))
    case 3: claim(service, Int.random(in: 1...10_000, using: &generator))
    default: babble(service)
    }
  }

  /// A good upload's head and body.
  private func request(_ claim: Int = 0) -> [UInt8] {
    let number = ledger.promises.number()
    let movie = (try? Bodies.movie(number)) ?? []
    let body = Bodies.form([.file("video", "broken-\(number).mp4", movie)], boundary: "b")
    let head = [
      "POST /v1/clips HTTP/1.1", "Host: soak", "Content-Type: \(Uploader.type)",
      "Content-Length: \(body.count + claim)", "Connection: close", "", "",
    ]
    return Array(head.joined(separator: "\r\n").utf8) + body
  }

  private mutating func breakOff(_ service: RunningService, isReset: Bool) {
    let whole = request()
    let place = Int.random(in: 1..<whole.count, using: &generator)
    guard let wire = try? Wire(service.port) else { return absent(service) }
    wire.send(Array(whole[..<place]))
    if isReset {
      if Bool.random(using: &generator) { usleep(50_000) }
      wire.reset()
    } else {
      wire.endSending()
      expect("who breaks off is told", 400, "request.malformed", wire, service)
    }
  }

  private func claim(_ service: RunningService, _ difference: Int) {
    guard let wire = try? Wire(service.port) else { return absent(service) }
    wire.send(request(difference))
    wire.endSending()
    expect("a wrong length is refused", 400, "request.malformed", wire, service)
  }

  private mutating func babble(_ service: RunningService) {
    let count = Int.random(in: 1...4000, using: &generator)
    var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    // No empty line, of which some before a request are let be.
    bytes[0] = 0
    guard let wire = try? Wire(service.port) else { return absent(service) }
    wire.send(bytes + [13, 10, 13, 10])
    wire.endSending()
    expect("what is no request is refused", 400, "request.malformed", wire, service)
  }

  private func expect(
    _ what: String, _ status: Int, _ code: String, _ wire: Wire, _ service: RunningService
  ) {
    guard let reply = wire.answer(within: 60) else { return absent(service) }
    if reply.status == 503 { return }
    let faults = reply.faults(status: status, code: code)
    ledger.check(what, faults.isEmpty, "\(faults) \(reply.text)")
  }

  private func absent(_ service: RunningService) {
    ledger.promises.lost()
    ledger.check("the steady server answers broken clients", !servers.isSteady(service))
  }
}
