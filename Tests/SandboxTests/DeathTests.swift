internal import Foundation
internal import Glibc
internal import Rules
internal import Sandbox
internal import TestSupport
internal import Testing

/// Children that die, lie, or never come to an end.
@Suite struct DeathTests {
  @Test func `A crash is a verdict on the movie`() throws {
    let outcome = try Attacker.run("crash")
    guard case .died(let death) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    // The sanitizer ends the process in its own way.
    if !Sanitizer.isOn { #expect(death == .signal(SIGSEGV)) }
    #expect(death.reason?.code == .crashedDecoder)
  }

  /// The kernel does so where memory ends.
  @Test func `An end by somebody else is a movie that is too complex`() throws {
    let runner = try Attacker.runner("hang")
    var child = try runner.child(Attacker.limits)
    let told = child.process()
    let process = try #require(told)
    child.send(Attacker.request, descriptors: [])
    usleep(100_000)
    kill(process, SIGKILL)
    let outcome = child.outcome(of: Attacker.request, within: .seconds(20))
    #expect(outcome == .died(.signal(SIGKILL)))
    #expect(ConfinedChild.Death.signal(SIGKILL).reason?.code == .tooComplex)
  }

  @Test func `Processor time beyond the bound is a verdict on the movie`() throws {
    let outcome = try Attacker.run("spin")
    #expect(outcome == .died(.signal(SIGXCPU)))
    #expect(ConfinedChild.Death.signal(SIGXCPU).reason?.code == .tookTooLong)
  }

  @Test func `Waiting for nothing is ended by the asker's clock`() throws {
    let clock = ContinuousClock()
    let time = try clock.measure {
      let outcome = try Attacker.run("hang", within: .milliseconds(700))
      #expect(outcome == .died(.deadline))
    }
    #expect(time < .seconds(10))
    #expect(ConfinedChild.Death.deadline.reason?.code == .tookTooLong)
  }

  @Test func `An end without an answer is a verdict on the movie`() throws {
    #expect(try Attacker.run("leave") == .died(.exit(0)))
    #expect(ConfinedChild.Death.exit(0).reason?.code == .crashedDecoder)
  }

  @Test func `No pretence makes a movie's end somebody else's fault`() throws {
    #expect(try Attacker.run("leaveAsIfUnconfined") == .died(.exit(71)))
    #expect(try Attacker.run("closeChannel") == .died(.garbled))
    #expect(try Attacker.run("sendNothing") == .died(.garbled))
    #expect(ConfinedChild.Death.exit(71).reason?.code == .crashedDecoder)
  }

  @Test func `A flood ends by the count of its messages, or as soon as that is wished`() throws {
    // So many messages take a sanitizer long.
    let limits = ChildLimits(processorSeconds: 200, fileSize: 0)
    let outcome = try Attacker.run("flood", limits: limits, within: .seconds(200))
    #expect(outcome == .died(.garbled))
    let runner = try Attacker.runner("flood")
    var child = try runner.child(Attacker.limits)
    child.send(Attacker.request, descriptors: [])
    var asked = 0
    let second = child.outcome(
      of: Attacker.request, within: .seconds(20),
      isCancelled: {
        asked += 1
        return asked > 100
      })
    #expect(second == .cancelled)
  }

  @Test(arguments: ["babble", "sendTooMuch"])
  func `What is no message of ours is a verdict on the movie`(_ attack: String) throws {
    #expect(try Attacker.run(attack) == .died(.garbled))
    #expect(ConfinedChild.Death.garbled.reason?.code == .crashedDecoder)
  }

  @Test(.enabled(if: !Sanitizer.isOn))
  func `Memory ends at the bound`() throws {
    #expect(try Attacker.run("fillMemory") == Attacker.answer("fillMemory", ENOMEM))
  }

  @Test func `A file ends at the bound`() throws {
    let folder = try ScratchFolder()
    let path = folder.file("out")
    let file = unsafe open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    let outcome = try Attacker.run("growFile", descriptors: [file, file])
    #expect(outcome == Attacker.answer("growFile", EFBIG))
    #expect(try Data(contentsOf: URL(filePath: path)).count == 1 << 20)
  }
}
