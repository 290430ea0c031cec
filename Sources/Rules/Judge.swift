extension Examination {
  /// The verdict by `policy`, over what `trim` leaves: every reason, not only the first.
  ///
  /// A pure function. Reasons and warnings that the examination already has come first, and none of
  /// their codes is given a second time.
  ///
  /// - Parameters:
  ///   - name: goes into the verdict as it is.
  ///   - policy: the limits.
  ///   - trim: what is cut off before the length is judged.
  ///   - countsBytes: whether the size of the input is judged (`check` and the service) or only that
  ///     of the output (`process`).
  public func verdict(
    name: String, policy: Policy, trim: Trim = .none, countsBytes: Bool = true
  ) -> Verdict {
    var judgement = Judgement(
      policy: policy, trim: trim, reasons: reasons, warnings: warnings)
    if countsBytes { judgement.judge(bytes: bytes) }
    if let facts {
      judgement.judge(container: facts.container)
      judgement.judge(streams: facts.streams)
      judgement.judge(durationOf: facts)
      judgement.judge(videoOf: facts)
      judgement.judge(soundOf: facts)
      judgement.judge(metadata: facts.metadata)
    }
    return Verdict(
      name: name, reasons: judgement.reasons, warnings: judgement.warnings, facts: facts)
  }
}

/// A verdict in the making; each `judge` adds what its part of the facts is guilty of.
struct Judgement {
  let policy: Policy
  let trim: Trim
  var reasons: [Reason]
  var warnings: [Warning]

  mutating func refuse(_ reason: Reason) {
    guard !reasons.contains(where: { $0.code == reason.code }) else { return }
    reasons.append(reason)
  }

  mutating func warn(_ code: Reason.Code, _ message: String) {
    guard !warnings.contains(where: { $0.code == code }) else { return }
    warnings.append(Warning(code, message: message))
  }

  mutating func judge(bytes: Int64) {
    guard bytes > policy.maxBytes else { return }
    let limit = "\(policy.maxBytes.grouped) (\(ByteCount(policy.maxBytes)))"
    refuse(
      Reason(
        .fileTooLarge, observed: Double(bytes), limit: Double(policy.maxBytes), unit: "bytes",
        message: "The file has \(bytes.grouped) bytes; at most \(limit) are allowed.",
        suggestion: "make it fit: clipgate process --target-bytes \(policy.maxBytes)"))
  }

  mutating func judge(container: Container) {
    guard !policy.allowedContainers.contains(container) else { return }
    let allowed = Container.allCases.filter(policy.allowedContainers.contains).map(\.rawValue)
    let rule = allowed.isEmpty ? "none is" : "allowed: \(allowed.joined(separator: ", "))"
    refuse(
      Reason(
        .formatNotAllowed,
        message: "The format \(container.rawValue) is not allowed (\(rule))."))
  }

  mutating func judge(streams: [StreamFacts]) {
    guard streams.count > policy.maxStreams else { return }
    refuse(
      Reason(
        .tooComplex, observed: Double(streams.count), limit: Double(policy.maxStreams),
        unit: "streams",
        message:
          "The movie has \(streams.count) streams; at most \(policy.maxStreams) are allowed."))
  }

  mutating func judge(metadata: MetadataFacts) {
    guard metadata.location else { return }
    warn(.location, "The file tells where it was recorded; the output never does.")
  }
}
