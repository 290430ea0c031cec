extension Judgement {
  /// Judges every clock of a movie; all comparisons are between exact durations.
  mutating func judge(durationOf facts: Facts) {
    compareClocks(facts.duration)
    judgeHidden(facts.duration)
    guard let presented = facts.duration.presented else { return refuseUnknown() }
    let hasPicture = (facts.video?.frameCount ?? 0) > 0
    guard presented > .zero || hasPicture else { return refuseUnknown() }
    // A picture that lasts no time is still there to be kept or cut off.
    let whole = max(presented, .nanoseconds(1))
    guard let kept = trim.kept(of: whole, limit: policy.maxDuration) else {
      return refuseNothingLeft(of: presented)
    }
    judge(kept: kept, of: whole, facts: facts)
  }

  private mutating func judge(kept: Range<Duration>, of whole: Duration, facts: Facts) {
    let length = kept.upperBound - kept.lowerBound
    // Samples can't be counted over a part, so the clock of the sound speaks for the whole only.
    let clock = length == whole ? facts.duration.audioClock : nil
    if length > policy.longestAccepted {
      let end = kept.lowerBound + policy.maxDuration
      let subject = length == whole ? "The movie lasts" : "After the cut the movie still lasts"
      refuseTooLong(
        length, subject, stream: longestStream(of: facts),
        suggestion: "trim it: --from \(kept.lowerBound.shortText) --to \(end.shortText)")
    } else if let clock, clock > policy.longestAccepted {
      // No cut helps: by its time stamps, which cuts go by, the movie is short enough.
      refuseTooLong(
        clock, "The movie's sound lasts", stream: facts.audio?.index, suggestion: nil)
    }
  }

  private mutating func refuseTooLong(
    _ length: Duration, _ subject: String, stream: Int?, suggestion: String?
  ) {
    let text = length.shortText(over: policy.longestAccepted)
    refuse(
      Reason(
        .durationTooLong, observed: length.printedSeconds,
        limit: policy.maxDuration.printedSeconds, tolerance: policy.tolerance.printedSeconds,
        unit: "s", stream: stream,
        message: "\(subject) \(text) s; at most \(policy.maxDuration.shortText) s are allowed.",
        suggestion: suggestion))
  }

  private mutating func refuseUnknown() {
    refuse(
      Reason(
        .durationUnknown, limit: policy.maxDuration.printedSeconds,
        tolerance: policy.tolerance.printedSeconds, unit: "s",
        message: "The movie does not tell how long it lasts."))
  }

  private mutating func refuseNothingLeft(of presented: Duration) {
    let end = min(presented, policy.maxDuration)
    refuse(
      Reason(
        .durationNothingLeft, observed: presented.printedSeconds, unit: "s",
        message: "The movie lasts \(presented.shortText(over: .zero)) s; the cut leaves nothing.",
        suggestion: end > .zero ? "cut less: --from 0 --to \(end.shortText)" : nil))
  }

  private mutating func judgeHidden(_ duration: DurationFacts) {
    guard !policy.allowHiddenMedia, let stored = duration.stored,
      stored > policy.longestAccepted
    else { return }
    let text = stored.shortText(over: policy.longestAccepted)
    refuse(
      Reason(
        .durationHiddenTooLong, observed: stored.printedSeconds,
        limit: policy.maxDuration.printedSeconds, tolerance: policy.tolerance.printedSeconds,
        unit: "s",
        message: "The file holds \(text) s of media, seen or not;"
          + " at most \(policy.maxDuration.shortText) s are allowed.",
        suggestion: "leave the hidden part out: clipgate process"))
  }

  private mutating func compareClocks(_ duration: DurationFacts) {
    guard let presented = duration.presented else { return }
    if let declared = duration.declared {
      let difference = declared > presented ? declared - presented : presented - declared
      if difference > policy.tolerance {
        let claim = declared.text(decimals: 2)
        warn(
          .headerLies,
          "The header claims \(claim) s, but the movie lasts \(presented.text(decimals: 2)) s.")
      }
    }
    if let stored = duration.stored, stored - presented > policy.tolerance {
      let hidden = (stored - presented).shortText(over: policy.tolerance)
      warn(.hiddenMedia, "The file holds \(hidden) s of media that no player shows.")
    }
  }

  /// The stream that runs longest, which is the one to look at; the video where none tells.
  private func longestStream(of facts: Facts) -> Int? {
    var longest: (index: Int, duration: Duration)?
    for stream in facts.streams
    where (stream.kind == .video || stream.kind == .audio) && !stream.attachedPicture {
      guard let duration = stream.duration, duration > longest?.duration ?? .zero else { continue }
      longest = (stream.index, duration)
    }
    return longest?.index ?? facts.video?.index
  }
}
