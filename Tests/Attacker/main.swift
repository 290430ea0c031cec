internal import Glibc
internal import Sandbox

// A fork server as `clipgate-runner` is one, whose children attack instead of opening movies.
// Usage: Attacker ATTACK TARGET [--without LAYER]...
var words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 2, let attack = Attack(rawValue: words[0]) else { exit(2) }
let target = words[1]
do {
  let code = try ForkServer.serve(Channel(owning: STDIN_FILENO), mostChildren: 2) {
    _, descriptors, progress in
    let number = attack.run(target, descriptors, progress)
    return .failed(StageFailure(code: .fault, call: attack.rawValue, number: number))
  } prepare: {
    var layers = try Layers(profile: .builtIn())
    if words.contains("landlock") { layers.landlock = nil }
    if words.contains("seccomp") { layers.systemCalls = nil }
    if attack == .openLikeAnybody { UnguardedLibav.load() }
    // What a kernel says that refuses a filter.
    if attack == .unable { throw SystemError("seccomp_init", ENOMEM) }
    return layers
  }
  exit(code)
} catch {
  exit(4)
}
