internal import Foundation
internal import Glibc
internal import Rules
internal import Sandbox
internal import TestSupport
internal import Testing

/// The child that waits for the next order.
@Suite(.serialized) struct SpareTests {
  private func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 }

  private func waitFor(_ condition: () -> Bool) -> Bool {
    for _ in 0..<400 {
      if condition() { return true }
      usleep(5_000)
    }
    return condition()
  }

  private func ask(_ child: inout ConfinedChild) -> ConfinedChild.Outcome {
    child.send(Attacker.request, descriptors: [])
    return child.outcome(of: Attacker.request, within: .seconds(20))
  }

  private var isAnswered: ConfinedChild.Outcome {
    .answer(.failed(StageFailure(code: .fault, call: "request", number: 0)))
  }

  @Test func `The next child is the one that waited, and another one waits then`() throws {
    let runner = try MovieInABox.runner()
    let first = try Spares.waitForOne(of: runner)
    var child = try runner.child(Attacker.limits)
    #expect(child.process() == first)
    #expect(ask(&child) == isAnswered)
    let second = try Spares.waitForOne(of: runner)
    #expect(second != first)
    #expect(Spares.all(of: runner) == [second])
  }

  @Test func `No child waits again`() throws {
    let runner = try MovieInABox.runner()
    var seen: Set<Int32> = []
    for _ in 0..<5 {
      let spare = try Spares.waitForOne(of: runner)
      #expect(seen.insert(spare).inserted, "every order has a process of its own")
      var child = try runner.child(Attacker.limits)
      #expect(ask(&child) == isAnswered)
    }
  }

  @Test func `Orders that come faster than children can wait are served`() throws {
    let runner = try MovieInABox.runner(["--children", "8"])
    for _ in 0..<8 {
      var child = try runner.child(Attacker.limits)
      #expect(ask(&child) == isAnswered)
    }
  }

  @Test func `One that was killed while it waited costs nobody an answer`() throws {
    let runner = try MovieInABox.runner()
    for _ in 0..<3 {
      let spare = try Spares.waitForOne(of: runner)
      // It may have its order before it is gone; it was never in its box then, and is replaced.
      kill(spare, SIGKILL)
      #expect(try runner.perform(Attacker.request, descriptors: []) == isAnswered)
    }
  }

  @Test func `One that was killed is not made again before somebody needs a child`() throws {
    let runner = try MovieInABox.runner()
    let spare = try Spares.waitForOne(of: runner)
    kill(spare, SIGKILL)
    #expect(waitFor { !isAlive(spare) }, "it is buried")
    usleep(100_000)
    #expect(Spares.all(of: runner) == [])
    var child = try runner.child(Attacker.limits)
    #expect(ask(&child) == isAnswered)
    #expect(try Spares.waitForOne(of: runner) != spare)
  }

  @Test func `It ends with its server, whose end was asked for or not`() throws {
    for isKilled in [false, true] {
      let runner = try MovieInABox.runner()
      let spare = try Spares.waitForOne(of: runner)
      let server = try #require(runner.process)
      if isKilled { kill(server, SIGKILL) } else { runner.close() }
      #expect(waitFor { !isAlive(spare) })
    }
  }

  @Test func `It has given up privileges, and is the first to go where memory ends`() throws {
    let runner = try MovieInABox.runner()
    let spare = try Spares.waitForOne(of: runner)
    let status = try String(contentsOfFile: "/proc/\(spare)/status", encoding: .utf8)
    #expect(status.contains("NoNewPrivs:\t1\n"))
    let score = try String(contentsOfFile: "/proc/\(spare)/oom_score_adj", encoding: .utf8)
    #expect(score == "1000\n")
  }

  /// Under the sanitizer memory is given out by another one.
  @Test(.enabled(if: !Sanitizer.isOn))
  func `It has a movie's memory before it has the movie`() throws {
    let runner = try MovieInABox.runner()
    let spare = try Spares.waitForOne(of: runner)
    let status = try String(contentsOfFile: "/proc/\(spare)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    let kibibytes = line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first
    #expect(try #require(kibibytes.flatMap { Int($0) }) >= 16 << 10)
  }

  /// Whoever is not root can't look into a process that gives up being looked at.
  @Test(.enabled(if: geteuid() == 0))
  func `It has nothing open but the pair that its order comes over`() throws {
    let runner = try MovieInABox.runner(["--children", "4"])
    _ = try Spares.waitForOne(of: runner)
    // Others are at work, whose channels and watches the server holds.
    var child = try runner.child(Attacker.limits)
    #expect(ask(&child) == isAnswered)
    let folder = "/proc/\(try Spares.waitForOne(of: runner))/fd"
    let open = try FileManager.default.contentsOfDirectory(atPath: folder).map {
      try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    #expect(open.filter { $0.hasPrefix("socket:") }.count == 1, "\(open)")
    #expect(open.filter { $0 == "/dev/null" }.count == 2 && open.count == 3, "\(open)")
  }

  @Test func `The movie that it warms up with is one that is accepted`() throws {
    let box = try MovieInABox(Checkout.path("Sources/Stages/rehearsal.mp4"))
    let examination = try ConfinedWork(runner: MovieInABox.runner())
      .examine(box.movie, policy: Policy())
    #expect(examination.verdict(name: "", policy: Policy()).accepted)
    #expect(examination.facts?.video?.codec == "h264" && examination.facts?.audio?.codec == "aac")
  }
}
