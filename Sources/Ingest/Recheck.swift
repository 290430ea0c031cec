internal import Rules

/// Probes an output and judges it by the policy that it was made for, before it gets its name.
struct Recheck {
  let policy: Policy
  let interruption: Interruption

  /// The facts of the written movie.
  ///
  /// - Throws: `fault` where the output breaks the policy or is not what was encoded: an encoder or
  ///   a writer failed quietly, and nobody may see what it left.
  func facts(of file: InputFile, product: Cut.Product) throws -> Facts {
    var strict = policy
    strict.allowHiddenMedia = false
    strict.requireAudio = product.hasSound
    strict.allowedContainers = [.mp4]
    let probe = Probe(file: file, policy: strict, depth: .keyFrame, interruption: interruption)
    let examination: Examination
    do {
      examination = try probe.examine().0
    } catch let refusal as Refusal {
      throw fault(refusal.reasons)
    }
    let verdict = examination.verdict(name: "", policy: strict)
    guard verdict.accepted, let facts = verdict.facts else { throw fault(verdict.reasons) }
    guard facts.video?.frameCount == product.pictures, (facts.audio != nil) == product.hasSound
    else { throw IngestError(code: .fault, call: "Recheck.pictures") }
    return facts
  }

  private func fault(_ reasons: [Reason]) -> IngestError {
    IngestError(code: .fault, call: "Recheck: \(reasons.map(\.code.rawValue))")
  }
}
