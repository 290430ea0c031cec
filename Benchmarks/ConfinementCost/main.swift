internal import Glibc
internal import Rules
internal import Sandbox
internal import Stages

// What a box costs a probe: the same movie measured in this process, and in a new child of a warm
// fork server, in turn, 100 times each. Ends with 1 where the medians are further apart than the
// threshold.
//
//   ConfinementCost RUNNER MOVIE THRESHOLD-MILLISECONDS
let words = CommandLine.arguments
guard words.count == 4, let threshold = Double(words[3]) else { exit(2) }
// The name is lent for the call.
let movie = unsafe open(words[2], O_RDONLY)
guard movie >= 0 else { exit(2) }
let request = Request.examine(policy: Policy(), decodesAll: false)
let clock = ContinuousClock()

func median(_ times: [Duration]) -> Double {
  times.sorted()[times.count / 2] / .milliseconds(1)
}

do {
  let runner = try Runner(.program(path: words[1], arguments: []))
  var inside: [Duration] = []
  var outside: [Duration] = []
  for round in 0..<105 {
    var expected: Answer?
    let open = clock.measure { expected = Stages.perform(request, [movie]) { _ in } }
    var outcome = ConfinedChild.Outcome.cancelled
    let boxed = try clock.measure {
      var child = try runner.child(ChildLimits(processorSeconds: 41, fileSize: 0))
      child.send(request, descriptors: [movie])
      outcome = child.outcome(of: request, within: .seconds(45))
    }
    guard let expected, outcome == .answer(expected) else {
      print("another answer inside: \(outcome)")
      exit(1)
    }
    // The first few warm both.
    guard round >= 5 else { continue }
    outside.append(open)
    inside.append(boxed)
  }
  let (a, b) = (median(inside), median(outside))
  let told = [a, b, a - b].map { ($0 * 100).rounded() / 100 }
  print(
    "probe: \(told[0]) ms confined, \(told[1]) ms not, \(told[2]) ms more (at most \(threshold))")
  exit(a - b <= threshold ? 0 : 1)
} catch {
  print(error)
  exit(1)
}
