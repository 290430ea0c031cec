internal import Rules

// What a child says may come from whoever has taken it over. Here is what every number and text must
// keep before anything computes with it, prints it or believes it: sizes that can be multiplied,
// times that can be added, texts that do nothing to a terminal or a log. Rules has read it before: there
// lists are as long as movies make them, and counts not below zero.

extension Answer {
  /// Whether a child of ours could say this of such a request.
  func isPlausible(for request: Request) -> Bool {
    switch (request, self) {
    case (_, .failed(let failure)): failure.isPlausible(for: request)
    case (.examine, .examined(let examination)): examination.isPlausible
    case (.chart, .charted(let examination, let line)):
      examination.isPlausible && line?.isPlausible ?? true
    case (.plan, .planned(let examination, let plan)):
      examination.isPlausible && plan?.isPlausible ?? true
    case (.make, .made(let report, let expectation)):
      report.isPlausible && report.output == nil && report.accepted == (expectation != nil)
        && expectation.map { (1...Plausible.mostFrames).contains($0.pictures) } ?? true
    case (.poster, .made(let report, let expectation)):
      report.isPlausible && report.output == nil && expectation == nil
        && report.accepted == (report.poster != nil)
    case (.verify, .verified(let output)): output.isPlausible
    case (.verifyPoster, .verifiedPoster), (.verifyImage, .verifiedImage): true
    case (.image, .imaged(let image, let reasons)):
      image?.isPlausible ?? true && Plausible.reasons(reasons, [])
        && (image != nil) == reasons.isEmpty
    default: false
    }
  }
}

extension StageFailure {
  /// Whether it is of a kind that the request can meet: who writes nothing fails at no writing, and
  /// nobody interrupts a child but by ending it.
  func isPlausible(for request: Request) -> Bool {
    let isKnown =
      switch (code, request) {
      case (.unreadable, _), (.fault, _): true
      case (.unwritable, .make), (.unwritable, .poster), (.unwritable, .image),
        (.diskFull, .make), (.diskFull, .poster), (.diskFull, .image):
        true
      default: false
      }
    return isKnown && Plausible.text(call)
  }
}

extension Examination {
  var isPlausible: Bool {
    Plausible.bytes(bytes) && facts?.isPlausible ?? true && Plausible.reasons(reasons, warnings)
  }
}

extension Report {
  var isPlausible: Bool {
    Plausible.reasons(reasons, warnings) && accepted == reasons.isEmpty
      && (!accepted || facts != nil) && facts?.isPlausible ?? true && name.isEmpty
      && plan?.isPlausible ?? true && poster?.isPlausible ?? true
      && Plausible.time(timing.wall) && Plausible.time(timing.cpu)
      && timing.stages?.all.allSatisfy { (.zero ... .seconds(86_400)).contains($0.time) } ?? true
  }
}

extension OutputReport {
  var isPlausible: Bool {
    path == nil && Plausible.bytes(bytes) && facts.bytes == bytes && facts.isPlausible
      && sha256.utf8.count == 64
      && sha256.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension PosterReport {
  var isPlausible: Bool {
    path == nil && Plausible.bytes(bytes) && Plausible.side(width) && Plausible.side(height)
      && Plausible.time(time) && Plausible.text(why)
  }
}

extension ImageReport {
  var isPlausible: Bool {
    (1...Self.maxBytes).contains(bytes) && width == Self.width
      && (1...Self.maxHeight).contains(height)
  }
}

extension Plan {
  var isPlausible: Bool {
    reasons.allSatisfy(Plausible.text)
      && predictedBytes.map(Plausible.bytes) ?? true && Plausible.time(predictedSeconds)
      && predictedSeconds.map { $0 >= .zero } ?? true
  }
}
