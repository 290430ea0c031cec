internal import Foundation
internal import Glibc
internal import Ledger
internal import Rules

// LedgerSteps admit|work FILE FIRST COUNT: steps of a ledger in a process of their own.
//
// "admit" admits COUNT movies with keys and posts, of which the contents are numbered from FIRST on;
// "work" makes COUNT jobs under the name FIRST. Each prints a line for each that is promised, and
// "done"; or the code of what was thrown, and exits with 1.
let words = CommandLine.arguments
guard words.count == 5, let count = Int(words[4]) else { exit(2) }

/// Prints a line at once, since the process may be killed before the next.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

func digest(_ number: Int) throws(LedgerError) -> Digest {
  let digits = String(number, radix: 16)
  guard let digest = Digest(String(repeating: "0", count: 64 - digits.count) + digits) else {
    exit(2)
  }
  return digest
}

do throws(LedgerError) {
  let ledger = try SQLiteLedger(at: words[2])
  let verdict = Verdict(name: "clip.mov", reasons: [], warnings: [], facts: nil)
  if words[1] == "admit" {
    let first = Int(words[3]) ?? 0
    for number in first..<(first + count) {
      let content = try digest(number)
      _ = try ledger.admit(
        Admission(
          clip: UUID(), job: UUID(), content: content, byteCount: 1,
          settings: JobSettings(policy: Policy()), verdict: verdict,
          key: IdempotencyKey(text: "key \(number)", fingerprint: content),
          post: NewPost(id: UUID(), username: "someone", message: "\(number)")))
      say("\(number)")
    }
  } else {
    var made = 0
    let start = ContinuousClock.now
    while made < count {
      // Who was to admit the rest has failed.
      guard start.duration(to: .now) < .seconds(60) else { exit(3) }
      guard let claim = try ledger.claim(worker: words[3]) else {
        usleep(1000)
        continue
      }
      guard try ledger.heartbeat(claim, progress: 0.5) else { continue }
      let report = Report(
        verdict: verdict, plan: nil, output: nil, poster: nil,
        timing: Timing(wall: nil, cpu: nil))
      let object = Outputs.Object(byteCount: 1, sha256: claim.content)
      if try ledger.finish(claim, .done(report, Outputs(movie: object, poster: object))) {
        made += 1
        say("\(claim.job)")
      }
    }
  }
  say("done")
} catch {
  say(error.code.rawValue)
  exit(1)
}
