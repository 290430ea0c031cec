import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// What a service has acknowledged is there after the power was cut.
@Suite(.serialized) struct PowerCutTests {
  private static let canCut: Bool = {
    guard let obstacle = VolatileDisk.obstacle else { return true }
    print("skipped: no power is cut, since \(obstacle)")
    return false
  }()

  /// The moments, the uploads, and the blocks that survive; another by `CLIPGATE_KILL_SEED`.
  private static let seed =
    ProcessInfo.processInfo.environment["CLIPGATE_KILL_SEED"].flatMap { UInt64($0) } ?? 6

  @Test(.enabled(if: canCut, "no power can be cut here"))
  func `nothing that was acknowledged is lost, whenever the power is cut`() throws {
    let count = Soak.count(10, soak: 200)
    let outage = try Outage(seed: Self.seed)
    for _ in 0..<count { try outage.run() }
    #expect(outage.faults == [], "CLIPGATE_KILL_SEED=\(Self.seed)")
    try outage.finish()
    #expect(outage.faults == [], "CLIPGATE_KILL_SEED=\(Self.seed)")
    let told = outage.acknowledged
    #expect(told.clips.count > count)
    print(
      "\(count) cuts, seed \(Self.seed): \(told.clips.count) acknowledged, \(told.ready.count) told ready,"
        + " \(told.deleted.count) deleted")
  }

  /// Shows that the test above can fail: the same with flushes that do nothing.
  @Test(
    .enabled(if: canCut, "no power can be cut here"),
    .enabled(if: Program.installed("eatmydata") != nil, "eatmydata is not installed"),
    .enabled(if: !Sanitizer.isOn, "what is loaded first is the sanitizer"))
  func `without flushes that same test finds what is lost`() throws {
    let outage = try Outage(seed: Self.seed, flushes: false)
    for _ in 0..<10 where outage.faults.isEmpty { try outage.run() }
    #expect(outage.faults.contains { $0.hasPrefix("lost") || $0.hasPrefix("does not start") })
  }
}

/// What a service has acknowledged.
private struct Acknowledged: Sendable {
  var clips: Set<String> = []
  /// Those that somebody was told to be ready.
  var ready: Set<String> = []
  var deleted: Set<String> = []
  /// Those of which the deletion was asked for, and perhaps not answered.
  var deleting: Set<String> = []
  var next = 0
}

/// Its clients' book.
private final class Book: Sendable {
  let state = Mutex(Acknowledged())

  var acknowledged: Acknowledged { state.withLock { $0 } }
}

/// A service whose power is cut again and again, and what it has promised.
private final class Outage {
  /// What the service did not keep.
  private(set) var faults: [String] = []
  private let book = Book()
  private let folder: ScratchFolder
  private let environment: [String: String?]
  private var generator: SeededGenerator
  private var image: String

  init(seed: UInt64, flushes: Bool = true) throws {
    folder = try ScratchFolder()
    generator = SeededGenerator(seed: seed)
    image = try VolatileDisk.newImage(in: folder)
    environment = flushes ? [:] : ["LD_PRELOAD": "libeatmydata.so"]
  }

  var acknowledged: Acknowledged { book.acknowledged }

  /// Starts the service on what the last cut has left, looks what it kept, uploads, and cuts the power.
  func run() throws {
    let disk = try VolatileDisk(image: image)
    guard let service = start(on: disk) else { return }
    try look(service)
    let isOver = Atomic(false)
    let seeds = (0..<3).map { _ in UInt64.random(in: 0...UInt64.max, using: &generator) }
    let pause = useconds_t.random(in: 100_000...2_500_000, using: &generator)
    var left: (acknowledged: Acknowledged, image: String)?
    let seed = UInt64.random(in: 0...UInt64(Int64.max), using: &generator)
    try withExtendedLifetime(isOver) {
      let group = DispatchGroup()
      for seed in seeds {
        group.enter()
        Thread.detachNewThread { [book] in
          var generator = SeededGenerator(seed: seed)
          while !isOver.load(ordering: .relaxed) { Self.ask(service, book, using: &generator) }
          group.leave()
        }
      }
      defer {
        isOver.store(true, ordering: .relaxed)
        group.wait()
      }
      usleep(pause)
      // What is acknowledged from here on may be lost.
      let acknowledged = acknowledged
      left = (acknowledged, try disk.cut(seed: seed, in: folder))
      service.killAll()
    }
    guard let left else { return }
    _ = try? service.wait()
    // What was asked for behind the cut has happened, or has not.
    let asked = acknowledged.deleting
    book.state.withLock {
      $0.clips = left.acknowledged.clips
      $0.ready = left.acknowledged.ready
      $0.deleted = left.acknowledged.deleted
      $0.deleting = asked
    }
    try FileManager.default.removeItem(atPath: image)
    image = left.image
  }

  /// Looks whether all is made at last.
  func finish() throws {
    let disk = try VolatileDisk(image: image)
    guard let service = start(on: disk) else { return }
    try look(service)
    let folder = try ScratchFolder()
    for id in kept {
      let clip = try ServiceTests.ready(service, id)
      let movie = try service.get("/v1/clips/\(id)/movie.mp4")
      let path = try folder.write(Data(movie.body), as: "movie")
      let told = try Program(path: "/usr/bin/sha256sum").run([path]).output.prefix(64)
      if clip["report"]["output"]["sha256"].string != String(told) {
        faults.append("lost: the movie of \(id)")
      }
    }
    for _ in 0..<100 where try !ObjectListing(service.data).isExact { usleep(100_000) }
    if try !ObjectListing(service.data).isExact { faults.append("the store is in disorder") }
    service.send(signal: SIGTERM)
    #expect(try service.wait().ending == .exit(143))
  }

  /// Clips that have to be there.
  private var kept: Set<String> {
    let acknowledged = acknowledged
    return acknowledged.clips.subtracting(acknowledged.deleting)
  }

  private func start(on disk: VolatileDisk) -> RunningService? {
    do {
      return try RunningService(data: "\(disk.mount)/data", environment: environment)
    } catch {
      faults.append("does not start: \(error)")
      return nil
    }
  }

  /// Holds what is there against what was acknowledged.
  private func look(_ service: RunningService) throws {
    let acknowledged = acknowledged
    for id in kept {
      let reply = try service.get("/v1/clips/\(id)")
      if reply.status != 200 { faults.append("lost: \(id), \(reply.status)") }
      guard acknowledged.ready.contains(id) else { continue }
      let status = try service.get("/v1/clips/\(id)/movie.mp4").status
      if status != 200 { faults.append("lost: the movie of \(id), \(status)") }
    }
    for id in acknowledged.deleted where try service.get("/v1/clips/\(id)").status != 404 {
      faults.append("lost: that \(id) was deleted")
    }
  }

  /// Uploads a movie, or deletes one that is ready.
  private static func ask(
    _ service: RunningService, _ book: Book, using generator: inout SeededGenerator
  ) {
    let acknowledged = book.acknowledged
    let ready = acknowledged.ready.subtracting(acknowledged.deleting).sorted()
    let deletes = Int.random(in: 0..<6, using: &generator) == 0
    if deletes, let id = ready.randomElement(using: &generator) {
      book.state.withLock { _ = $0.deleting.insert(id) }
      if (try? service.get("/v1/clips/\(id)", method: "DELETE"))?.status == 204 {
        book.state.withLock { _ = $0.deleted.insert(id) }
      }
      return
    }
    let number = book.state.withLock { state in
      state.next += 1
      return state.next
    }
    let waits = Int.random(in: 0..<3, using: &generator) == 0
    guard let movie = try? Bodies.movie(number),
      let reply = try? service.post(
        "/v1/clips", movie, fields: waits ? ["Prefer: wait=10"] : []),
      let id = reply.document["id"].string
    else {
      usleep(20_000)
      return
    }
    book.state.withLock {
      if [201, 202].contains(reply.status) { $0.clips.insert(id) }
      if reply.status == 201 { $0.ready.insert(id) }
    }
    usleep(.random(in: 0...100_000, using: &generator))
  }
}
