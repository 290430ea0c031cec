internal import Foundation
internal import Glibc
internal import Rules
internal import Sandbox
internal import Synchronization
internal import TestSupport
internal import Testing

/// The whole way of a movie, each stage in a child of its own, as the service has it done.
@Suite(.serialized) struct ConfinedWorkTests {
  /// What was written, and what was said of it.
  private struct Product: Equatable {
    var report: Report
    var movie: Data
    var poster: Data

    /// Times differ from run to run.
    var untimed: Product {
      var product = self
      product.report.timing = Timing(wall: nil, cpu: nil)
      return product
    }
  }

  private func process(
    _ runner: Runner, _ path: String = MovieInABox.sample, name: String = "clip",
    isCancelled: @escaping @Sendable () -> Bool = { false }, progress: (Double) -> Void = { _ in }
  ) throws -> Product {
    let box = try MovieInABox(path)
    let work = ConfinedWork(runner: runner, isCancelled: isCancelled)
    let report = try work.process(
      box.movie, name: name, output: box.output, poster: box.poster, policy: Policy(),
      trim: Trim(from: .milliseconds(200)), posterTime: .best, progress: progress)
    return Product(
      report: report, movie: try Data(contentsOf: URL(filePath: box.outputPath)),
      poster: try Data(contentsOf: URL(filePath: box.folder.file("out.jpg"))))
  }

  /// Processes with an order whose parent is the fork server.
  private func children(of runner: Runner) -> [Int32] {
    let parent = runner.process.map(String.init)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap(Int32.init).filter { process in
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      // The one that waits for the next order has no movie, and is called otherwise.
      guard status?.contains("(clipgate-child)") ?? false else { return false }
      // The name in parentheses may hold spaces; the state and the parent follow it.
      let words = status?.split(separator: ")").last?.split(separator: " ")
      return words?.dropFirst().first.map(String.init) == parent
    }
  }

  /// Whether no child is left; those that could only read are killed, and not waited for.
  private func hasNone(_ runner: Runner) -> Bool {
    for _ in 0..<400 {
      if children(of: runner) == [] { return true }
      usleep(5_000)
    }
    return false
  }

  @Test func `A movie comes out with its poster, as reported, and no child is left`() throws {
    let runner = try MovieInABox.runner()
    var shares: [Double] = []
    let product = try process(runner, name: "holiday.mov", progress: { shares.append($0) })
    #expect(product.report.accepted && product.report.name == "holiday.mov")
    let output = try #require(product.report.output)
    #expect(output.bytes == product.movie.count && output.path == nil)
    #expect(product.report.poster?.bytes == Int64(product.poster.count))
    #expect(product.report.timing.wall != nil)
    #expect(!shares.isEmpty && shares == shares.sorted())
    #expect(hasNone(runner))
  }

  @Test func `What is no movie is refused, and nothing is written`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Data(repeating: 0x55, count: 5_000), as: "noise")
    let product = try process(MovieInABox.runner(), path)
    #expect(product.report.reasons.map(\.code) == [.notRecognized])
    #expect(product.report.output == nil && product.report.poster == nil)
    #expect(product.movie.isEmpty && product.poster.isEmpty)
  }

  @Test func `A movie is measured, its size by the asker's own look`() throws {
    let box = try MovieInABox(MovieInABox.sample)
    let examination = try ConfinedWork(runner: MovieInABox.runner())
      .examine(box.movie, policy: Policy())
    let bytes = try Data(contentsOf: URL(filePath: MovieInABox.sample)).count
    #expect(examination.bytes == bytes && examination.facts?.bytes == Int64(bytes))
    #expect(examination.facts?.video?.codec == "h264")
  }

  @Test func `A child that is killed at work is a verdict on its movie, once`() throws {
    let runner = try MovieInABox.runner()
    var killed: Set<Int32> = []
    let product = try process(
      runner,
      progress: { _ in
        guard killed.isEmpty else { return }
        for child in children(of: runner) {
          kill(child, SIGKILL)
          killed.insert(child)
        }
      })
    #expect(killed.count == 1)
    #expect(product.report.reasons.map(\.code) == [.tooComplex])
    #expect(product.report.output == nil)
    #expect(hasNone(runner))
  }

  @Test func `A child that is halted is replaced where that is forgiven`() throws {
    let runner = try MovieInABox.runner()
    var seen: [ConfinedChild.Outcome] = []
    var result: StageResult?
    // One that has answered before it could be halted shows nothing.
    for _ in 0..<20 where seen.count < 2 {
      let box = try MovieInABox(MovieInABox.sample)
      let outcomes = Mutex<[ConfinedChild.Outcome]>([])
      let isHalted = Atomic(false)
      let work = ConfinedWork(
        runner: runner, forgiveness: Forgiveness(kills: 0, deadlines: 1),
        isCancelled: { [self] in
          if !isHalted.load(ordering: .relaxed) {
            let children = children(of: runner)
            for child in children { kill(child, SIGSTOP) }
            isHalted.store(!children.isEmpty, ordering: .relaxed)
          }
          return false
        }, ended: { _, outcome, _ in outcomes.withLock { $0.append(outcome) } })
      // By the clock on the wall it has 7 s.
      result = try work.perform(
        .examine(policy: Policy(maxCPUSeconds: 1), decodesAll: true), descriptors: [box.movie])
      seen = outcomes.withLock { $0 }
    }
    #expect(seen.count == 2 && seen.first == .died(.deadline))
    guard case .answer(.examined) = result else {
      Issue.record("\(String(describing: result))")
      return
    }
    #expect(hasNone(runner))
  }

  @Test func `Where a fork server dies at work, the movie is made again, the same`() throws {
    let right = try process(MovieInABox.runner()).untimed
    let restarts = Atomic(0)
    let runner = try Runner(
      .program(path: Program.built("clipgate-runner").path, arguments: []),
      onRestart: { restarts.add(1, ordering: .relaxed) })
    var shares: [Double] = []
    let product = try process(
      runner,
      progress: { share in
        if shares.isEmpty, let server = runner.process { kill(server, SIGKILL) }
        shares.append(share)
      })
    #expect(restarts.load(ordering: .relaxed) == 1)
    #expect(product.untimed == right)
    #expect(shares == shares.sorted())
  }

  @Test func `Many threads share one fork server, and each gets its own movie`() async throws {
    let runner = try MovieInABox.runner(["--children", "2"])
    let samples = ["no-sound.mp4", "cover-art.mp4", "animated.gif"].map {
      Checkout.path("samples/\($0)")
    }
    let alone = try samples.map { try process(runner, $0).untimed }
    let together = try await withThrowingTaskGroup(of: (Int, Product).self) { group in
      for place in 0..<9 {
        group.addTask { (place % 3, try process(runner, samples[place % 3]).untimed) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(together.count == 9)
    for (place, product) in together { #expect(product == alone[place], "\(samples[place])") }
    #expect(hasNone(runner))
  }

  @Test func `Waiting for a place is no part of a movie's time`() throws {
    let runner = try MovieInABox.runner(["--children", "1"])
    let first = try runner.child(Attacker.limits)
    let holder = Mutex<ConfinedChild?>(first)
    // Without a movie the answer is that; it has 5 s.
    let request = Request.examine(policy: Policy(maxCPUSeconds: 0), decodesAll: false)
    let thread = Thread {
      sleep(7)
      holder.withLock { $0 = nil }
    }
    thread.start()
    let outcome = try runner.perform(request, descriptors: [])
    #expect(outcome == .answer(.failed(StageFailure(code: .fault, call: "request", number: 0))))
  }

  @Test func `Work that is cancelled ends at once, with its child`() throws {
    let runner = try MovieInABox.runner()
    let isCancelled = Atomic(false)
    #expect(throws: WorkFailure.cancelled) {
      try process(
        runner, isCancelled: { isCancelled.load(ordering: .relaxed) },
        progress: { _ in isCancelled.store(true, ordering: .relaxed) })
    }
    #expect(hasNone(runner))
  }

  @Test func `Where nothing can be confined, no movie is opened`() throws {
    let runner = try Attacker.runner("unable")
    #expect(throws: WorkFailure.self) { try process(runner) }
  }

  @Test func `Who looks at what was written can't change it`() throws {
    let box = try MovieInABox(MovieInABox.sample)
    let again = try Descriptor.readingAgain(box.output)
    let flags = fcntl(again.number, F_GETFL)
    #expect(flags & O_ACCMODE == O_RDONLY)
  }
}
