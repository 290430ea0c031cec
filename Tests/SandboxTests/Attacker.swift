internal import Glibc
internal import Rules
internal import Sandbox
internal import TestSupport

/// Children that attack, in the box of the product.
enum Attacker {
  /// Which layers stand.
  enum Layers: String, CaseIterable, Sendable {
    case both, seccomp, landlock, none

    var words: [String] {
      (self == .both || self == .seccomp ? [] : ["--without", "seccomp"])
        + (self == .both || self == .landlock ? [] : ["--without", "landlock"])
    }
  }

  static let request = Request.examine(policy: Policy(), decodesAll: false)
  static let limits = ChildLimits(processorSeconds: 2, fileSize: 1 << 20)

  static func runner(
    _ attack: String, _ target: String = "-", layers: Layers = .both,
    onRestart: @escaping @Sendable () -> Void = {}
  ) throws -> Runner {
    try Runner(
      .program(
        path: Program.built("Attacker").path, arguments: [attack, target] + layers.words),
      onRestart: onRestart)
  }

  /// Has one child attack once.
  static func run(
    _ attack: String, _ target: String = "-", layers: Layers = .both,
    descriptors: [Int32] = [], limits: ChildLimits = limits,
    within deadline: Duration = .seconds(20)
  ) throws -> ConfinedChild.Outcome {
    let runner = try runner(attack, target, layers: layers)
    defer { runner.close() }
    // Most children of a server waited for their order, so that those are to be held.
    if attack != "unable" { _ = try Spares.waitForOne(of: runner) }
    var child = try runner.child(limits)
    child.send(request, descriptors: descriptors)
    return child.outcome(of: request, within: deadline)
  }

  /// What the attack answers that was stopped with an `errno`, or worked (0).
  static func answer(_ attack: String, _ number: Int32) -> ConfinedChild.Outcome {
    .answer(.failed(StageFailure(code: .fault, call: attack, number: number)))
  }
}
