internal import Rules

/// Probes an output and judges it by the policy that it was made for, before it gets its name.
struct Recheck {
  let file: InputFile
  let policy: Policy
  let expectation: Expectation
  let interruption: Interruption

  /// The written movie as it is read back.
  ///
  /// - Throws: `fault` where the output breaks the policy or is not what was encoded: an encoder or
  ///   a writer failed quietly, and nobody may see what it left.
  func report() throws(IngestError) -> OutputReport {
    do {
      let facts = try facts()
      return OutputReport(
        path: nil, bytes: file.size, sha256: try file.sha256(interruption: interruption),
        facts: facts)
    } catch {
      // libav tells an interruption as if its time were up.
      if interruption.isInterrupted {
        throw IngestError(code: .interrupted, call: "interrupt")
      }
      // It is our own output; nothing is a movie's fault any more.
      let reasons = try Refusal.from(error).reasons
      throw IngestError(code: .fault, call: "Recheck: \(reasons.map(\.code.rawValue))")
    }
  }

  private func facts() throws -> Facts {
    var strict = policy
    strict.allowHiddenMedia = false
    strict.requireAudio = expectation.hasSound
    strict.allowedContainers = [.mp4]
    let probe = Probe(file: file, policy: strict, depth: .keyFrame, interruption: interruption)
    let verdict = try probe.examine().0.verdict(name: "", policy: strict)
    guard verdict.accepted, let facts = verdict.facts else { throw Refusal(verdict.reasons) }
    guard facts.video?.frameCount == expectation.pictures,
      (facts.audio != nil) == expectation.hasSound
    else { throw IngestError(code: .fault, call: "Recheck.expectation") }
    return facts
  }
}
