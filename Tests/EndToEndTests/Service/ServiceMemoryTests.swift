import Foundation
import Synchronization
import TestSupport
import Testing

/// What a server takes of its machine.
@Suite(.serialized, .enabled(if: !Sanitizer.isOn, "a sanitizer's memory is its own"))
struct ServiceMemoryTests {
  @Test func `ten uploads of 9.9 MB at once take at most 60 MB`() throws {
    let service = try RunningService()
    _ = try ServiceTests.ready(
      service,
      try #require(try service.post("/v1/clips", try Bodies.movie()).document["id"].string))
    let idle = ProcessTable.residentBytes(service.process)
    let bodies = try (1...10).map { try Self.padded($0) }
    let uploads = Uploads(service.port, bodies)
    let answers = try uploads.send()
    #expect(answers.map(\.status) == Array(repeating: 202, count: 10))
    for answer in answers {
      _ = try ServiceTests.ready(service, try #require(answer.document["id"].string))
    }
    // The kernel keeps the highest by itself.
    let growth = try Self.highWater(service.process) - idle
    print("idle \(idle >> 10) KiB, ten uploads \(growth >> 10) KiB above")
    #expect(growth <= 60_000_000)
  }

  @Test func `a thousand verdicts leave no descriptor and no thread behind`() throws {
    let service = try RunningService()
    let body = Array("no movie".utf8)
    for _ in 0..<20 { _ = try service.post("/v1/verdicts", body) }
    // The fork server holds one descriptor of the child that waits.
    #expect(service.hasSpare())
    let processes =
      [service.process]
      + ProcessTable.processes().filter { $0.parent == service.process }.map(\.id)
    let before = try processes.map(Self.holdings)
    for _ in 0..<1000 {
      let reply = try service.post("/v1/verdicts", body)
      try #require(reply.status == 200 && reply.document["accepted"].bool == false)
    }
    var after = try processes.map(Self.holdings)
    // The last connection may not be closed yet.
    for _ in 0..<50 where after != before {
      usleep(100_000)
      after = try processes.map(Self.holdings)
    }
    #expect(after == before)
  }

  /// Uploads whose bodies are all half sent before any goes on.
  private final class Uploads: Sendable {
    private struct State {
      var halves = 0
      var answers: [Reply] = []
      var failures = 0
    }

    private let port: UInt16
    private let bodies: [[UInt8]]
    private let state = Mutex(State())

    init(_ port: UInt16, _ bodies: [[UInt8]]) {
      self.port = port
      self.bodies = bodies
    }

    func send() throws -> [Reply] {
      let group = DispatchGroup()
      for body in bodies {
        group.enter()
        Thread { [self] in
          defer { group.leave() }
          let reply = try? send(body)
          state.withLock { state in
            if let reply { state.answers.append(reply) } else { state.failures += 1 }
          }
        }.start()
      }
      group.wait()
      #expect(state.withLock { $0.failures } == 0)
      return state.withLock { $0.answers }
    }

    private func send(_ body: [UInt8]) throws -> Reply? {
      let wire = try Wire(port)
      wire.send(
        "POST /v1/clips HTTP/1.1\r\nHost: x\r\nContent-Type: video/mp4\r\n"
          + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n")
      let half = body.count / 2
      guard wire.send(Array(body[..<half])) == half else { return nil }
      state.withLock { $0.halves += 1 }
      for _ in 0..<600 where state.withLock({ $0.halves < bodies.count }) { usleep(50_000) }
      // Some steps, so that they overlap.
      for place in stride(from: half, to: body.count, by: 1 << 19) {
        wire.send(Array(body[place..<min(body.count, place + 1 << 19)]))
        usleep(20_000)
      }
      return wire.answer(within: 120)
    }
  }

  /// A movie of 9,900,000 bytes.
  private static func padded(_ number: Int) throws -> [UInt8] {
    let movie = try Bodies.movie(number)
    let size = 9_900_000 - movie.count
    let head = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
    return movie + head + Array("free".utf8) + [UInt8](repeating: 0, count: size - 8)
  }

  /// The highest resident memory so far (VmHWM).
  private static func highWater(_ process: Int32) throws -> Int64 {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let words = try #require(line?.split(whereSeparator: { $0 == " " || $0 == "\t" }))
    return try #require(Int64(words[1])) * 1024
  }

  /// How many descriptors and threads a process has.
  private static func holdings(_ process: Int32) throws -> [Int] {
    try ["fd", "task"].map {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/\($0)").count
    }
  }
}
