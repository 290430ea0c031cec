internal import Foundation
internal import Glibc
internal import Rules
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Sandbox

/// The process that makes children, and who asks it to.
@Suite(.serialized) struct ForkServerTests {
  private func runner(
    _ words: [String] = [], onRestart: @escaping @Sendable () -> Void = {}
  ) throws -> Runner {
    try Runner(
      .program(path: Program.built("clipgate-runner").path, arguments: words),
      onRestart: onRestart)
  }

  /// Asks for what needs no movie: descriptors are missing, and that is an answer.
  private func ask(_ child: inout ConfinedChild) -> ConfinedChild.Outcome {
    child.send(Attacker.request, descriptors: [])
    return child.outcome(of: Attacker.request, within: .seconds(20))
  }

  private func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 }

  private func waitFor(_ condition: () -> Bool) -> Bool {
    for _ in 0..<200 {
      if condition() { return true }
      usleep(25_000)
    }
    return condition()
  }

  private var isAnswered: ConfinedChild.Outcome {
    .answer(.failed(StageFailure(code: .fault, call: "request", number: 0)))
  }

  @Test func `A child answers one request after another`() throws {
    let runner = try runner()
    var child = try runner.child(Attacker.limits)
    #expect(ask(&child) == isAnswered)
    #expect(ask(&child) == isAnswered)
  }

  @Test func `A child whose asker is gone is killed and buried`() throws {
    let runner = try runner()
    var process: Int32?
    do {
      var child = try runner.child(Attacker.limits)
      process = child.process()
      #expect(isAlive(try #require(process)))
    }
    let gone = try #require(process)
    #expect(waitFor { !isAlive(gone) })
  }

  @Test func `A child that is to end is gone when that is said`() throws {
    let runner = try Attacker.runner("hang")
    var child = try runner.child(Attacker.limits)
    let told = child.process()
    let process = try #require(told)
    child.send(Attacker.request, descriptors: [])
    let isTold = child.end()
    #expect(isTold)
    #expect(!isAlive(process))
  }

  @Test func `No more children live than were allowed`() throws {
    let runner = try runner(["--children", "2"])
    var first = try runner.child(Attacker.limits)
    var second = try runner.child(Attacker.limits)
    var third = try runner.child(Attacker.limits)
    #expect(ask(&first) == isAnswered)
    #expect(ask(&second) == isAnswered)
    third.send(Attacker.request, descriptors: [])
    #expect(third.outcome(of: Attacker.request, within: .milliseconds(500)) == .died(.deadline))
    let isGone = first.end()
    #expect(isGone)
    // The order that waited is served now.
    #expect(third.process() != nil)
  }

  @Test func `The end of the asker ends all children`() throws {
    let runner = try runner(["--children", "3"])
    var first = try runner.child(Attacker.limits)
    var second = try runner.child(Attacker.limits)
    let told = [first.process(), second.process()]
    let processes = try told.map { try #require($0) }
    runner.close()
    #expect(processes.allSatisfy { !isAlive($0) })
  }

  @Test func `A fork server that died is started again, and it is said`() throws {
    let restarts = Atomic(0)
    let runner = try runner { restarts.add(1, ordering: .relaxed) }
    var first = try runner.child(Attacker.limits)
    #expect(ask(&first) == isAnswered)
    let told = first.process()
    let process = try #require(told)
    let server = try #require(runner.process)
    kill(server, SIGKILL)
    #expect(waitFor { !isAlive(process) }, "its children die with it")
    #expect(ask(&first) == .died(.absent))
    var second = try runner.child(Attacker.limits)
    #expect(ask(&second) == isAnswered)
    #expect(restarts.load(ordering: .relaxed) == 1)
  }

  @Test func `A runner that is closed starts no other fork server`() throws {
    let restarts = Atomic(0)
    let runner = try runner { restarts.add(1, ordering: .relaxed) }
    var child = try runner.child(Attacker.limits)
    #expect(ask(&child) == isAnswered)
    runner.close()
    #expect(runner.process == nil)
    for _ in 0..<2 {
      #expect(throws: SystemError("fork", ESRCH)) { _ = try runner.child(Attacker.limits) }
    }
    #expect(runner.process == nil && restarts.load(ordering: .relaxed) == 0)
  }

  @Test func `A fork server that can't confine says why, and is not started again`() throws {
    let restarts = Atomic(0)
    let runner = try Attacker.runner("unable") { restarts.add(1, ordering: .relaxed) }
    let error = #expect(throws: SystemError.self) {
      _ = try runner.child(Attacker.limits)
    }
    #expect(error == SystemError("seccomp_init", ENOMEM))
    #expect(restarts.load(ordering: .relaxed) == 0)
  }

  @Test func `A program that is no fork server is found out`() throws {
    let runner = try Runner(.program(path: "/bin/true", arguments: []))
    #expect(throws: SystemError("recvmsg", EPIPE)) { _ = try runner.child(Attacker.limits) }
  }

  /// Under the sanitizer no child's memory is bounded.
  @Test(.enabled(if: !Sanitizer.isOn))
  func `A child that gets no more room makes nothing, and the server goes on`() throws {
    let runner = try runner()
    let box = try MovieInABox(MovieInABox.sample)
    let outcome = try box.make(
      runner, ChildLimits(processorSeconds: 0, addressSpace: 0, fileSize: 0))
    if case .answer(.made) = outcome { Issue.record("\(outcome)") }
    #expect(box.outputBytes == 0)
    var next = try runner.child(Attacker.limits)
    #expect(ask(&next) == isAnswered)
  }

  @Test func `Orders that are none are passed over`() throws {
    let pair = try Channel.Pair()
    let far = pair.far.socket.number
    let server = try Program.built("clipgate-runner").start(standardInput: far)
    for bytes in [[UInt8](repeating: 1, count: 5), Message(.answer).bytes, Message(.start).bytes] {
      // The bytes are lent for the call.
      #expect(unsafe Glibc.send(pair.near.socket.number, bytes, bytes.count, 0) == bytes.count)
    }
    usleep(200_000)
    #expect(isAlive(server.process))
    let first = try #require(try pair.near.receive())
    #expect(first.message.kind == .ready)
    // A good order is served after them.
    let talk = try Channel.Pair()
    let watch = try Channel.Pair()
    try pair.near.send(
      Message(.start, Attacker.limits.payload),
      descriptors: [talk.far.socket.number, watch.far.socket.number])
    let told = try #require(try watch.near.receive())
    #expect(told.message.kind == .started)
  }

  @Test(arguments: [
    ["--children"], ["--children", "0"], ["--without", "sense"], ["movie.mp4"], [],
  ])
  func `Started by hand it says what it is`(_ words: [String]) throws {
    let outcome = try Program.built("clipgate-runner").run(words)
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains("--children N"))
  }
}
