internal import Glibc
internal import Sandbox

// A fork server as `clipgate-runner` is one, whose children attack instead of opening movies.
// Usage: Attacker ATTACK TARGET [--without LAYER]...
var words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 2, let attack = Attack(rawValue: words[0]) else { exit(2) }
let target = words[1]
do {
  var layers = try Layers(profile: .builtIn())
  if words.contains("landlock") { layers.landlock = nil }
  if words.contains("seccomp") { layers.systemCalls = nil }
  if attack == .openLikeAnybody { UnguardedLibav.load() }
  var server = ForkServer(
    channel: Channel(owning: STDIN_FILENO), mostChildren: 2, layers: layers
  ) { _, descriptors, progress in
    let number = attack.run(target, descriptors, progress)
    return .failed(StageFailure(code: "attack", call: attack.rawValue, number: number))
  }
  exit(server.run())
} catch {
  exit(4)
}
