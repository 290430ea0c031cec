import Foundation
import Glibc
import TestSupport
import Testing

/// The tests that start programs rest on these.
@Suite struct ProgramTests {
  let shell = Program(path: "/bin/sh")

  @Test func `a program's text, errors and exit code come back`() throws {
    let outcome = try shell.run(["-c", "cat; echo oops >&2; exit 3"], input: Data("hello".utf8))
    #expect(outcome.ending == .exit(3))
    #expect(outcome.output == "hello")
    #expect(outcome.errors == "oops\n")
  }

  @Test func `a program that prints more than a pipe holds is not blocked`() throws {
    let outcome = try shell.run(["-c", "head -c 3000000 /dev/zero"])
    #expect(outcome.outputData.count == 3_000_000)
  }

  @Test func `the environment is added to and taken from, and the folder is chosen`() throws {
    let outcome = try shell.run(
      ["-c", "echo $COLOUR-$HOME-$PWD"], environment: ["COLOUR": "red", "HOME": nil],
      directory: "/usr")
    #expect(outcome.output == "red--/usr\n")
  }

  @Test func `a signal that ends a program is told apart from an exit code`() throws {
    let running = try Program(path: "/bin/sleep").start(["30"])
    running.send(signal: SIGTERM)
    #expect(try running.wait(deadline: .seconds(5)).ending == .signal(SIGTERM))
  }

  @Test func `a program that outlives its deadline is killed with its children`() throws {
    #expect(throws: ProgramError.self) {
      try shell.run(["-c", "sleep 30 & wait"], deadline: .milliseconds(200))
    }
  }

  @Test func `a program that nobody waits for ends with its children and is buried`() throws {
    var running: RunningProgram? = try shell.start(["-c", "sleep 30 & wait"])
    let process = try #require(running?.process)
    running = nil
    // It is in no table of processes any more, not even as one that has ended.
    #expect(!FileManager.default.fileExists(atPath: "/proc/\(process)"))
    for _ in 0..<100 where ProcessTable.runs(group: process) { usleep(10_000) }
    #expect(!ProcessTable.runs(group: process))
  }
}
