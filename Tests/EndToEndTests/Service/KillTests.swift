import Foundation
import Glibc
import TestSupport
import Testing

/// What a service has promised outlives the end of any of its processes, at any moment.
@Suite(.serialized, .readers) struct KillTests {
  /// The moments and the uploads; another by `CLIPGATE_KILL_SEED`.
  private static let seed =
    ProcessInfo.processInfo.environment["CLIPGATE_KILL_SEED"].flatMap { UInt64($0) } ?? 22

  @Test("nothing that was acknowledged is lost or made twice, whatever is killed")
  func killed() throws {
    let seed: Comment = "CLIPGATE_KILL_SEED=\(Self.seed)"
    let pair = try ServicePair()
    let promises = Promises()
    let kills = try Self.kill(pair, promises)
    #expect(promises.surprises == [], seed)
    let made = try Self.ended(pair.server)
    let killedGroups = pair.graves.longest
    let (ends, server) = try pair.restart()
    #expect(ends == [.exit(143), .exit(143)], seed)
    // Those that were admitted without a client's knowledge, too.
    #expect(made.values.allSatisfy { $0["status"].string == "ready" }, seed)
    #expect(promises.ids.isSubset(of: made.keys), seed)
    try Self.play(promises.ids, of: server, seed)
    for (key, upload) in promises.keyed {
      let body = try Uploader.body(upload.number, isMovie: upload.isMovie)
      let reply = try server.post(
        "/v1/clips", body, type: Uploader.type, fields: ["Idempotency-Key: \(key)"])
      #expect(reply.status == (upload.isMovie ? 202 : 415), seed)
      #expect(upload.ids.union([reply.document["id"].string].compactMap { $0 }).count < 2, seed)
    }
    let jobs = Set(made.values.compactMap { $0["labels"]["filename"].string }).count
    let objects = try Self.swept(server) { $0.isExact }
    #expect(objects.isExact, "\(objects) \(seed)")
    #expect(objects.movies.count == jobs, seed)
    // Bytes whose row was not written: they stay for an hour, since a row may yet come.
    let strays = objects.received.count
    #expect(strays <= kills[.server] ?? 0, seed)
    let leftovers = try Self.leftovers(server)
    #expect(leftovers.after == 0, seed)
    for _ in 0..<600 where pair.graves.alive > 0 { usleep(100_000) }
    #expect(pair.graves.alive == 0 && pair.graves.longest < .seconds(60), seed)
    let left = (server.children.count, server.others().count)
    #expect(left.0 == 0 && (1...2).contains(left.1), "the fork server, and who waits for an order")
    print(
      "kills \(kills), seed \(Self.seed): \(promises.ids.count) acknowledged, \(jobs) jobs,"
        + " \(promises.losses) without an answer, \(strays) strays, \(leftovers.before) leftovers,"
        + " groups gone after \(killedGroups)")
  }

  @Test func `a movie whose process is killed once is judged and made all the same`() throws {
    let service = try RunningService(flags: ["--workers", "1"])
    let large = try Bodies.large()
    let hunter = ChildHunter(service, most: 1, age: .zero)
    let verdict = try service.post("/v1/verdicts", large)
    #expect(verdict.document["accepted"].bool == true)
    #expect(hunter.end() == 1)
    let id = try #require(try service.post("/v1/clips", large).document["id"].string)
    let other = ChildHunter(service, most: 1, age: .milliseconds(200))
    #expect(try ServiceTests.ready(service, id)["status"].string == "ready")
    #expect(other.end() == 1)
  }

  @Test func `a movie whose process is killed every time is refused`() throws {
    let service = try RunningService(flags: ["--workers", "1"])
    let id = try #require(
      try service.post("/v1/clips", try Bodies.large()).document["id"].string)
    let hunter = ChildHunter(service, most: .max, age: .milliseconds(200))
    var clip = JSON.null
    for _ in 0..<600 {
      clip = try service.get("/v1/clips/\(id)").document
      if clip["status"].string == "failed" { break }
      usleep(100_000)
    }
    #expect(clip["verdict"]["reasons"][0]["code"].string == "movie.too_complex")
    #expect(hunter.end() == 3)
  }

  /// Kills under load.
  ///
  /// - Returns: how often what was killed.
  private static func kill(
    _ pair: ServicePair, _ promises: Promises
  ) throws -> [ServicePair.Target: Int] {
    var generator = SeededGenerator(seed: seed)
    let count = Soak.count(20, soak: 200)
    let all = ServicePair.Target.allCases
    let targets = (0..<count).map { all[$0 % all.count] }.shuffled(using: &generator)
    let uploading = DispatchGroup()
    for number in 0..<3 {
      Uploader.start(pair, promises, seed: seed &+ UInt64(number + 1), ended: uploading)
    }
    defer {
      promises.end()
      uploading.wait()
    }
    var kills: [ServicePair.Target: Int] = [:]
    for target in targets {
      usleep(.random(in: 50_000...1_000_000, using: &generator))
      if try pair.kill(target, using: &generator) { kills[target, default: 0] += 1 }
    }
    #expect(kills.values.reduce(0, +) == count, "CLIPGATE_KILL_SEED=\(seed)")
    return kills
  }

  /// Waits until all clips have ended, and gives them by their ids.
  static func ended(_ service: RunningService) throws -> [String: JSON] {
    let end = ContinuousClock().now + .seconds(Soak.count(240, soak: 1800))
    while ContinuousClock().now < end {
      var clips: [String: JSON] = [:]
      var after = ""
      repeat {
        let page = try service.get("/v1/clips?limit=200\(after)").document
        for clip in page["clips"].items { clips[clip["id"].string ?? ""] = clip }
        after = page["next"].string.map { "&after=\($0)" } ?? ""
      } while !after.isEmpty
      let isOver = clips.values.allSatisfy {
        ["ready", "failed"].contains($0["status"].string ?? "")
      }
      if isOver { return clips }
      usleep(500_000)
    }
    throw ProgramError.outlivedDeadline(.seconds(240))
  }

  /// Fetches movies: each has the digest of its report and of its tag, and plays.
  private static func play(
    _ ids: Set<String>, of service: RunningService, _ seed: Comment
  ) throws {
    let folder = try ScratchFolder()
    // Uploads that differ in nothing that is shown give the same movie.
    var digests: [[UInt8]: String] = [:]
    for id in ids {
      let clip = try service.get("/v1/clips/\(id)")
      #expect(clip.status == 200 && clip.document["status"].string == "ready", seed)
      let movie = try service.get("/v1/clips/\(id)/movie.mp4")
      if digests[movie.body] == nil {
        let path = try folder.write(Data(movie.body), as: "\(id).mp4")
        let told = try #require(Program.installed("sha256sum")).run([path]).output
        digests[movie.body] = String(told.prefix(64))
        #expect(abs(try FFprobe(path).duration - 2) < 0.1, seed)
        #expect(try FFprobe(path).packets().count > 20, seed)
      }
      let digest = digests[movie.body]
      #expect(digest != nil && digest == clip.document["report"]["output"]["sha256"].string, seed)
      #expect(movie.fields["etag"] == digest.map { "\"\($0)\"" }, seed)
      #expect(try service.get("/v1/clips/\(id)/poster.jpg").status == 200, seed)
    }
  }

  /// What the store has, once a sweep has made it so, as one at a start does.
  static func swept(
    _ service: RunningService, _ isClean: (ObjectListing) -> Bool
  ) throws -> ObjectListing {
    for _ in 0..<100 {
      let objects = try ObjectListing(service.data)
      if isClean(objects) { return objects }
      usleep(100_000)
    }
    return try ObjectListing(service.data)
  }

  /// Staged files that killed processes left: before, and after a sweep of an hour later.
  ///
  /// A sweep leaves what was written to within an hour, since a slow upload may be at it.
  static func leftovers(
    _ service: RunningService
  ) throws -> (before: Int, after: Int) {
    let before = try ObjectListing.unowned(service.data, groups: [service.process])
    for path in before {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -3700)], ofItemAtPath: path)
    }
    let sweeping = try RunningService("work", data: service.data)
    for _ in 0..<100 {
      let now = try ObjectListing.unowned(
        service.data, groups: [service.process, sweeping.process])
      if now.isEmpty { return (before.count, 0) }
      usleep(100_000)
    }
    return (before.count, try ObjectListing.unowned(service.data, groups: [service.process]).count)
  }
}
