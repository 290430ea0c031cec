import Foundation
import Glibc
import TestSupport
import Testing

/// Honest, broken, slow and hostile clients beside kills, for as long as it is told.
///
/// `CLIPGATE_SOAK_SECONDS` is that time, an hour in `make soak`; `CLIPGATE_KILL_SEED` names other moments.
@Suite(.serialized, .readers, .enabled(if: Receiver.isThere)) struct SoakTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["CLIPGATE_SOAK_SECONDS"].flatMap { Double($0) } ?? 40
  private static let seed = environment["CLIPGATE_KILL_SEED"].flatMap { UInt64($0) } ?? 29
  /// Honest, broken, slow and hostile ones.
  private static let clients = (honest: 4, broken: 2, slow: 4, hostile: 2)
  private static let count = clients.honest + clients.broken + clients.slow + clients.hostile

  @Test func `every promise holds for as long as clients and kills of all kinds go on`() throws {
    let folder = try ScratchFolder()
    let receiver = try Receiver(["204"], in: folder)
    let servers = try SoakServers(environment: WebhookTests.environment(receiver.url))
    let ledger = SoakLedger()
    try Self.warm(servers.steady)
    let before = HoldingsWatch.Holdings(servers.steady.process)
    let (kills, seen) = try Self.load(servers, ledger)
    let made = try KillTests.ended(servers.steady)
    let after = Self.idle(servers.steady, before)
    try WebhookTests.waitUntilSent(servers.steady)
    servers.steady.send(signal: SIGTERM)
    let steadyEnd = try servers.steady.wait().ending
    servers.pair.graves.follow(servers.steady.process)
    let (ends, server) = try servers.pair.restart()
    ledger.check(
      "all end in good order", ends + [steadyEnd] == [.exit(143), .exit(143), .exit(143)])
    Self.judge(made, ledger)
    Self.judge(receiver.requests, ledger)
    try Self.judgeStore(server, made, kills, ledger)
    // Behind the sweep, which may take nothing that is needed.
    for id in ledger.kept {
      var visit = ClipVisit(id, only: server, ledger)
      if let clip = visit.ready() { visit.fetch(clip) }
    }
    for id in ledger.deleted {
      ledger.check(
        "what was deleted stays deleted", try server.get("/v1/clips/\(id)").status == 404, id)
    }
    for _ in 0..<600 where servers.pair.graves.alive > 0 { usleep(100_000) }
    ledger.check("no process outlives its server by a minute", servers.pair.graves.alive == 0)
    // And the child that waits for the next movie.
    let left = ProcessTable.processes().filter {
      $0.group == server.process && $0.id != server.process && $0.name != "clipgate-spare"
    }
    ledger.check("only the fork server is left", left.count == 1)
    Self.judge(seen, before, after, ledger)
    print(
      "soak of \(Self.seconds) s, seed \(Self.seed): \(ledger.promises.ids.count) acknowledged, "
        + "\(ledger.deleted.count) deleted, \(ledger.kept.count) kept, "
        + "\(ledger.promises.losses) without an answer, kills \(kills)\n\(ledger.summary)")
    #expect(ledger.failures == [], "CLIPGATE_KILL_SEED=\(Self.seed)")
    #expect(ledger.kept.count > 0 && ledger.deleted.count > 0)
  }

  /// Has a server do everything once or twice, so that what it makes at first need is there.
  private static func warm(_ service: RunningService) throws {
    let ids = Clients.run(16, atOnce: 8) { number in
      (try? service.post("/v1/clips", Bodies.movie(-number - 1)))?.document["id"].string
    }
    for id in ids.compactMap(\.self) {
      _ = try ServiceTests.ready(service, id)
      try #require(try service.get("/v1/clips/\(id)", method: "DELETE").status == 204)
    }
    usleep(1_000_000)
  }

  /// All that happens at once.
  private static func load(
    _ servers: SoakServers, _ ledger: SoakLedger
  ) throws -> (kills: [ServicePair.Target: Int], seen: [HoldingsWatch.Holdings]) {
    let ended = DispatchGroup()
    let (seed, watch) = (seed, HoldingsWatch(servers.steady.process))
    HonestClient.start(clients.honest, servers, ledger, seed: seed &+ 100, ended: ended)
    BrokenClient.start(clients.broken, servers, ledger, seed: seed &+ 200, ended: ended)
    DrippingClient.start(clients.slow, servers, ledger, seed: seed &+ 300, ended: ended)
    HostileClient.start(clients.hostile, servers, ledger, seed: seed &+ 400, ended: ended)
    let kills = Result { try kill(servers, until: ContinuousClock().now + .seconds(seconds)) }
    ledger.promises.end()
    ended.wait()
    return (try kills.get(), watch.end())
  }

  /// Kills something every few seconds.
  ///
  /// A movie whose process is killed three times is refused; so children are killed seldom, and no movie has
  /// its process killed so often.
  private static func kill(
    _ servers: SoakServers, until end: ContinuousClock.Instant
  ) throws -> [ServicePair.Target: Int] {
    var generator = SeededGenerator(seed: seed)
    var kills: [ServicePair.Target: Int] = [:]
    var lastChild = ContinuousClock().now - .seconds(8)
    while ContinuousClock().now < end {
      usleep(.random(in: 500_000...4_000_000, using: &generator))
      guard let target = ServicePair.Target.allCases.randomElement(using: &generator) else { break }
      if target == .child {
        guard ContinuousClock().now - lastChild > .seconds(10) else { continue }
        lastChild = ContinuousClock().now
      }
      let isOnSteady = [.child, .runner].contains(target) && Bool.random(using: &generator)
      let isDone =
        isOnSteady
        ? servers.killBesideSteady(target, using: &generator)
        : try servers.pair.kill(target, using: &generator)
      if isDone { kills[target, default: 0] += 1 }
    }
    return kills
  }

  /// What a server has when nobody asks it anything, once it has no more than before, or after ten seconds.
  private static func idle(
    _ service: RunningService, _ before: HoldingsWatch.Holdings
  ) -> HoldingsWatch.Holdings {
    var now = HoldingsWatch.Holdings(service.process)
    for _ in 0..<100
    where now.descriptors > before.descriptors || now.threads > before.threads {
      usleep(100_000)
      now = HoldingsWatch.Holdings(service.process)
    }
    return now
  }

  /// The list of all clips against what the clients were told.
  private static func judge(_ made: [String: JSON], _ ledger: SoakLedger) {
    for id in ledger.kept {
      ledger.check("what was acknowledged is listed", made[id] != nil, id)
    }
    for (id, clip) in made {
      let label = clip["labels"]["filename"].string ?? ""
      ledger.check("what was deleted is not listed", !ledger.deleted.contains(id), id)
      // Attacks that were taken and whose answer was lost; all others are good movies.
      guard !label.hasPrefix("hostile-") else { continue }
      ledger.check(
        "a clip of a good movie is ready", clip["status"].string == "ready", "\(id): \(clip)")
      ledger.check("no broken upload is a clip", !label.hasPrefix("broken"), "\(id): \(label)")
    }
    let unknown = Set(made.keys).subtracting(ledger.promises.ids).subtracting(ledger.doubtful)
    ledger.check(
      "clips that nobody was told of are of lost answers", unknown.count <= ledger.promises.losses,
      "\(unknown.count)")
  }

  /// The messages that came against the clips that are there.
  private static func judge(_ requests: [Receiver.Request], _ ledger: SoakLedger) {
    var types: [String: Set<String>] = [:]
    for request in requests {
      let document = request.document
      types[document["data"]["id"].string ?? "", default: []].insert(document["type"].string ?? "")
    }
    for id in ledger.kept {
      ledger.check(
        "the end of a clip is told", types[id] == ["clip.ready"], "\(id): \(types[id] ?? [])")
    }
  }

  private static func judgeStore(
    _ server: RunningService, _ made: [String: JSON], _ kills: [ServicePair.Target: Int],
    _ ledger: SoakLedger
  ) throws {
    let ready = made.values.filter { $0["status"].string == "ready" }
    // Raw uploads have no name, and are all different.
    let named = ready.compactMap { $0["labels"]["filename"].string }
    let jobs = Set(named).count + ready.count - named.count
    let before = try ObjectListing(server.data)
    ledger.check("the store has no strange names", before.others.isEmpty, "\(before.others)")
    // Bytes of uploads and deletions that a kill met have no row, and stay for an hour.
    let strays =
      before.received.count + Set(before.posters.keys).union(before.movies.keys).count - jobs
    ledger.check("few strays are left", strays <= count * (kills[.server] ?? 0), "\(strays)")
    try judgeSwept(server, jobs, ledger)
    let leftovers = try KillTests.leftovers(server)
    ledger.check("a sweep leaves nothing behind", leftovers.after == 0, "\(leftovers)")
  }

  /// What is there once workers have swept whose clock is two hours on.
  private static func judgeSwept(
    _ server: RunningService, _ jobs: Int, _ ledger: SoakLedger
  ) throws {
    guard WrongClock.isThere else { return }
    let folder = try ScratchFolder()
    let clock = try WrongClock(in: folder)
    try clock.set(7200)
    let sweeping = try RunningService("work", data: server.data, environment: clock.environment)
    let isSwept = { (objects: ObjectListing) in objects.isExact && objects.received.isEmpty }
    let objects = try KillTests.swept(server, isSwept)
    let lone = Set(objects.posters.keys).symmetricDifference(objects.movies.keys)
    ledger.check(
      "two hours later the store is exact", isSwept(objects), "\(objects.received) \(lone)")
    ledger.check(
      "two hours later the store has what the clips need and no more",
      objects.movies.count == jobs, "\(objects.movies.count) for \(jobs)")
    sweeping.send(signal: SIGTERM)
    _ = try sweeping.wait()
  }

  /// Whether what the steady server had stayed the same.
  ///
  /// Memory: medians of the thirds, so that what comes and goes with single requests does not count; 16 MiB
  /// is what the allocator keeps for so many threads. Descriptors and threads: what the clients at once
  /// have, and nothing once they are gone.
  private static func judge(
    _ seen: [HoldingsWatch.Holdings], _ before: HoldingsWatch.Holdings,
    _ after: HoldingsWatch.Holdings, _ ledger: SoakLedger
  ) {
    guard let memory = seen.thirds(\.memory), let descriptors = seen.thirds(\.descriptors),
      let threads = seen.thirds(\.threads)
    else { return }
    print("memory \(memory), descriptors \(descriptors), threads \(threads), \(before), \(after)")
    if !Sanitizer.isOn {
      ledger.check("memory is flat", memory.last - memory.first <= 16 << 20, "\(memory)")
    }
    ledger.check(
      "descriptors are flat", descriptors.last - descriptors.first <= count, "\(descriptors)")
    ledger.check("threads are flat", threads.last - threads.first <= 2, "\(threads)")
    ledger.check(
      "no descriptor stays", after.descriptors <= before.descriptors,
      "\(before.descriptors), then \(after.descriptors)")
    ledger.check(
      "no thread stays", after.threads <= before.threads,
      "\(before.threads), then \(after.threads)")
  }
}
