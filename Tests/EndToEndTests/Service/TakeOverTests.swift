import Foundation
import Glibc
import TestSupport
import Testing

/// A job whose process is gone goes on in another.
@Suite(.serialized) struct TakeOverTests {
  @Test("behind a restart a job is at work again within five seconds, and ends once")
  func restarted() throws {
    let folder = try ScratchFolder()
    let data = folder.file("data")
    let first = try RunningService(data: data, flags: ["--workers", "1"])
    let id = try Self.begun(first)
    try first.haltChildren(1)
    try first.killServer()
    let start = ContinuousClock().now
    let second = try RunningService(data: data, flags: ["--workers", "1"])
    let time = try Self.secondBegan(second, since: start, within: .seconds(5))
    print("at work again after \(time)")
    try Self.expectOneResult(second, id, attempt: "2")
  }

  @Test func `without a restart a job is at work in another process within 35 seconds`() throws {
    let folder = try ScratchFolder()
    let data = folder.file("data")
    let first = try RunningService(data: data, flags: ["--workers", "1"])
    let id = try Self.begun(first)
    try first.haltChildren(1)
    let other = try RunningService("work", data: data, flags: ["--workers", "1"])
    try first.killServer()
    let time = try Self.secondBegan(other, since: ContinuousClock().now, within: .seconds(35))
    print("taken over after \(time)")
    let third = try RunningService(data: data, flags: ["--workers", "1"])
    try Self.expectOneResult(third, id, attempt: "2")
  }

  @Test("the result of a process that slept through its lease does not count")
  func slept() throws {
    let folder = try ScratchFolder()
    let data = folder.file("data")
    let sleeper = try RunningService(data: data, flags: ["--workers", "1"])
    let id = try Self.begun(sleeper)
    // Its children go on: what they make waits for it.
    sleeper.send(signal: SIGSTOP)
    let start = ContinuousClock().now
    let other = try RunningService("work", data: data, flags: ["--workers", "1"])
    let time = try Self.secondBegan(other, since: start, within: .seconds(35))
    print("taken over from a sleeper after \(time)")
    _ = try Self.line(of: other, within: .seconds(120)) { $0["event"].string == "job_ended" }
    sleeper.send(signal: SIGCONT)
    let ended = try Self.line(of: sleeper, within: .seconds(10)) {
      $0["event"].string == "job_ended"
    }
    #expect(ended["ending"].string == "lost")
    try Self.expectOneResult(sleeper, id, attempt: "2")
  }

  /// Uploads a movie that takes a second or more to make, and waits until it is at work.
  private static func begun(_ service: RunningService) throws -> String {
    let id = try #require(
      try service.post("/v1/clips", try Bodies.large()).document["id"].string)
    _ = try line(of: service, within: .seconds(10)) { $0["event"].string == "job_began" }
    try #require(try service.get("/v1/clips/\(id)").document["status"].string == "processing")
    return id
  }

  /// How long it took until a process had the job as its second attempt.
  private static func secondBegan(
    _ service: RunningService, since start: ContinuousClock.Instant, within time: Duration
  ) throws -> Duration {
    _ = try line(of: service, within: time) {
      $0["event"].string == "job_began" && $0["attempt"].int == 2
    }
    let taken = ContinuousClock().now - start
    #expect(taken < time)
    return taken
  }

  /// Waits for a line of a log.
  private static func line(
    of service: RunningService, within time: Duration, _ isWanted: (JSON) -> Bool
  ) throws -> JSON {
    let end = ContinuousClock().now + time
    while ContinuousClock().now < end {
      if let line = service.log.first(where: isWanted) { return line }
      usleep(20_000)
    }
    throw ProgramError.outlivedDeadline(time)
  }

  private static func expectOneResult(
    _ service: RunningService, _ id: String, attempt: String
  ) throws {
    let clip = try ServiceTests.ready(service, id)
    #expect(clip["progress"].double == 1)
    #expect(try service.get("/v1/clips/\(id)/movie.mp4").status == 200)
    for _ in 0..<100 where try !ObjectListing(service.data).isExact { usleep(100_000) }
    let objects = try ObjectListing(service.data)
    #expect(objects.isExact && objects.received.isEmpty)
    #expect(objects.movies.values.map { $0 } == [[attempt]])
  }
}
