import Foundation
import Glibc
import TestSupport

/// A client that uploads as sane ones do: busy servers are asked again, and what had no answer is sent
/// again under its idempotency key, or given up where it has none.
struct Uploader {
  private let pair: ServicePair
  private let promises: Promises
  private var generator: SeededGenerator

  init(_ pair: ServicePair, _ promises: Promises, seed: UInt64) {
    self.pair = pair
    self.promises = promises
    generator = SeededGenerator(seed: seed)
  }

  /// Starts one that uploads until the promises are over; `ended` is left with its last answer.
  static func start(
    _ pair: ServicePair, _ promises: Promises, seed: UInt64, ended: DispatchGroup
  ) {
    ended.enter()
    Thread {
      var uploader = Uploader(pair, promises, seed: seed)
      while !promises.isOver {
        uploader.upload()
        usleep(.random(in: 50_000...400_000, using: &uploader.generator))
      }
      ended.leave()
    }.start()
  }

  /// What is uploaded under a number.
  static func body(_ number: Int, isMovie: Bool) throws -> [UInt8] {
    let content = isMovie ? try Bodies.movie(number) : Array("no movie, number \(number)".utf8)
    return Bodies.form([.file("video", "\(number).mp4", content)], boundary: "b")
  }

  static let type = "multipart/form-data; boundary=b"

  private mutating func upload() {
    let number = promises.number()
    let isMovie = Int.random(in: 0..<8, using: &generator) > 0
    let key = Bool.random(using: &generator) ? "upload \(number)" : nil
    var fields = key.map { ["Idempotency-Key: \($0)"] } ?? []
    if Int.random(in: 0..<4, using: &generator) == 0 { fields.append("Prefer: wait=20") }
    guard let body = try? Self.body(number, isMovie: isMovie) else {
      return promises.unexpected("no movie could be made")
    }
    if let key { promises.sent(number, under: key, isMovie: isMovie) }
    let end = ContinuousClock().now + .seconds(60)
    while ContinuousClock().now < end {
      let reply = try? pair.server.post("/v1/clips", body, type: Self.type, fields: fields)
      // What was cut in the middle is no answer.
      guard let reply, !reply.document.isNull else {
        promises.lost()
        if key == nil { return }
        usleep(100_000)
        continue
      }
      switch (reply.status, isMovie) {
      case (503, _): usleep(300_000)
      case (201, true), (202, true):
        guard let id = reply.document["id"].string else {
          return promises.unexpected("\(number): no id")
        }
        promises.acknowledged(id)
        if let key { promises.sent(number, under: key, isMovie: true, id: id) }
        return
      case (415, false): return
      default: return promises.unexpected("\(number): \(reply.status) \(reply.text)")
      }
    }
    promises.unexpected("\(number): no answer in a minute")
  }
}
