internal import Foundation
internal import Glibc
internal import Sandbox
internal import TestSupport
internal import Testing

/// A child that a movie has taken over, with all layers, with each alone, and with none.
@Suite(.enabled(if: Kernel.confines && !Sanitizer.isOn)) struct SelfAttackTests {
  /// An attack, and the `errno` that stops it; nil where the kernel ends the process for it.
  struct Case: CustomTestStringConvertible, Sendable {
    var attack: String
    var target: String
    var outcome: ConfinedChild.Outcome

    init(_ attack: String, _ target: String, outcome: ConfinedChild.Outcome) {
      self.attack = attack
      self.target = target
      self.outcome = outcome
    }

    init(_ attack: String, _ target: String, _ number: Int32?) {
      self.init(
        attack, target,
        outcome: number.map { Attacker.answer(attack, $0) } ?? .died(.signal(SIGSYS)))
    }

    init(_ attack: String, _ number: Int32?) { self.init(attack, "-", number) }

    var testDescription: String { attack }
  }

  private static let newFile = "/tmp/clipgate-attack-\(getpid())"

  static let stoppedBySystemCalls = [
    Case("openPath", "/etc/passwd", EACCES), Case("createFile", newFile, EACCES),
    Case("lookAtPath", "/etc/passwd", EACCES), Case("connect", "9", EACCES),
    Case("bind", "0", EACCES), Case("sendDatagram", "9", EACCES), Case("execute", "/bin/true", nil),
    Case("mapExecutable", nil), Case("makeExecutable", nil), Case("trace", nil),
    Case("signalParent", nil),
  ]

  /// Landlock is about paths, ports, and processes outside; memory is not its business.
  static let stoppedByLandlock: [Case] = {
    let version = Kernel.landlock ?? 0
    return [
      Case("openPath", "/etc/passwd", EACCES), Case("createFile", newFile, EACCES),
      Case("execute", "/bin/true", EACCES), Case("trace", EPERM),
    ] + (version >= 4 ? [Case("connect", "9", EACCES), Case("bind", "0", EACCES)] : [])
      + (version >= 6 ? [Case("signalParent", EPERM)] : [])
  }()

  @Test(arguments: stoppedBySystemCalls)
  func `The system call filter alone stops it`(_ attack: Case) throws {
    #expect(
      try Attacker.run(attack.attack, attack.target, layers: .seccomp) == attack.outcome)
  }

  @Test(arguments: stoppedByLandlock)
  func `Landlock alone stops it`(_ attack: Case) throws {
    #expect(
      try Attacker.run(attack.attack, attack.target, layers: .landlock) == attack.outcome)
  }

  @Test(arguments: stoppedBySystemCalls)
  func `Both together stop it`(_ attack: Case) throws {
    #expect(try Attacker.run(attack.attack, attack.target) == attack.outcome)
    #expect(unsafe access(Self.newFile, F_OK) == -1)
  }

  /// Else the tests above would say nothing.
  @Test(arguments: [
    Case("openPath", "/etc/passwd", 0), Case("lookAtPath", "/etc/passwd", 0),
    Case("connect", "9", ECONNREFUSED), Case("bind", "0", 0), Case("sendDatagram", "9", 0),
    Case("mapExecutable", 0), Case("makeExecutable", 0), Case("signalParent", 0),
    // The program that is executed ends well.
    Case("execute", "/bin/true", outcome: .died(.exit(0))),
  ])
  func `Without the layers the same attack works`(_ attack: Case) throws {
    #expect(try Attacker.run(attack.attack, attack.target, layers: .none) == attack.outcome)
  }

  @Test func `Without the layers a file is created`() throws {
    let folder = try ScratchFolder()
    let path = folder.file("new")
    let outcome = try Attacker.run("createFile", path, layers: .none)
    #expect(outcome == Attacker.answer("createFile", 0))
    #expect(folder.names == ["new"])
  }

  /// Root may trace whom it wants; others, where Yama lets nobody trace but a descendant, nobody.
  @Test(.enabled(if: geteuid() == 0))
  func `Without the layers the process outside is traced`() throws {
    let outcome = try Attacker.run("trace", layers: .none)
    #expect(outcome == Attacker.answer("trace", 0))
  }
}
