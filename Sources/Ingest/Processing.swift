internal import FFmpeg
internal import Rules

/// One run of `make` or `poster`: judged, planned, cut.
struct Processing {
  let file: InputFile
  let name: String
  let policy: Policy
  let trim: Trim
  let targetBytes: Int64?
  let posterTime: PosterTime
  /// The movie with its poster, or the poster alone.
  var purpose = Cut.Purpose.movie
  let interruption: Interruption
  let clock = Clock()

  /// How often sound beside copied pictures is made again with a lower rate.
  private static let attempts = 4

  /// What came out, before anything is written.
  struct Outcome {
    var verdict: Verdict
    var plan: Plan?
    var product: Cut.Product?
  }

  func examine() throws -> (Examination, Movie?) {
    try Probe(
      file: file, policy: policy, depth: .keyFrame, interruption: interruption
    ).examine()
  }

  /// Judges the movie, and where it passes makes the output.
  func run(progress: (Double) -> Void) throws(IngestError) -> Outcome {
    var examination = Examination(bytes: file.size, facts: nil, reasons: [], warnings: [])
    var plan: Plan?
    do {
      let (examined, movie) = try examine()
      examination = examined
      let verdict = examination.verdict(
        name: name, policy: policy, trim: trim, countsBytes: false)
      guard verdict.accepted, let movie, let presented = movie.facts.duration.presented else {
        return Outcome(verdict: verdict)
      }
      var decided = Plan.decide(
        facts: movie.facts, policy: policy, trim: trim, targetBytes: targetBytes)
      plan = decided
      // A picture that lasts no time is kept for the shortest time there is.
      let whole = max(presented, .milliseconds(1))
      guard let kept = trim.kept(of: whole, limit: policy.maxDuration) else {
        throw IngestError(code: .fault, call: "Trim.kept")
      }
      let product = try make(
        movie, &decided, kept: movie.origin + kept.lowerBound..<movie.origin + kept.upperBound,
        progress: progress)
      plan = decided
      // What all pictures tell of damage includes what the first one told.
      let told = Set(product.warnings.map(\.code))
      let absent = movie.absence.warnings
      examination.warnings.removeAll {
        $0.code == .damagedPictures && told.contains($0.code) && !absent.contains($0)
      }
      examination.warnings += product.warnings
      return Outcome(
        verdict: examination.verdict(name: name, policy: policy, trim: trim, countsBytes: false),
        plan: plan, product: product)
    } catch {
      let refusal = try Refusal.from(error)
      if interruption.isInterrupted {
        throw IngestError(code: .interrupted, call: "interrupt")
      }
      examination.reasons += refusal.reasons
      let verdict = examination.verdict(
        name: name, policy: policy, trim: trim, countsBytes: false)
      return Outcome(verdict: verdict, plan: plan)
    }
  }

  /// Copies what already meets the profile, and encodes everything else.
  private func make(
    _ movie: Movie, _ plan: inout Plan, kept: Range<Duration>, progress: (Double) -> Void
  ) throws -> Cut.Product {
    // Hidden media may be of the sound alone; then, and where only the sound can't be kept, the
    // pictures still are.
    var attempt = plan
    if plan.action == .encode {
      attempt = Plan.decide(
        facts: movie.facts, policy: policy, trim: trim, targetBytes: targetBytes,
        countsHiddenMedia: false)
      attempt.reasons = plan.reasons
    }
    if movie.pictureEdits != nil || movie.soundEdits != nil, attempt.action != .encode {
      attempt.action = .encode
      if plan.action != .encode { attempt.reasons = ["an edit list of several parts"] }
    }
    while attempt.action != .encode, purpose == .movie {
      do {
        let product = try copied(movie, keepsSound: attempt.action == .copy, kept: kept)
        plan = attempt
        return product
      } catch let obstacle as Copying.NotCopyable {
        attempt.action = obstacle.isOfSound && attempt.action == .copy ? .remux : .encode
        if plan.action != .encode { attempt.reasons = [obstacle.reason] }
      }
    }
    if plan.action != .encode { plan = attempt }
    return try encoded(movie, kept: kept, progress: progress)
  }

  /// The movie's own pictures in a new file, after all of them were decoded as they are written, for
  /// damage and poster.
  private func copied(
    _ movie: Movie, keepsSound: Bool, kept: Range<Duration>
  ) throws -> Cut.Product {
    var copying = Copying(
      file: file, movie: movie, policy: policy, keepsSound: keepsSound,
      soundBitRate: policy.profile.audioBitRate, interruption: interruption)
    var (product, pictures) = try copying.run()
    // Sound of a lower rate than the profile's would only be blown up: it gets what room there is.
    let seconds = max(0.04, (kept.upperBound - kept.lowerBound).printedSeconds)
    for _ in 1..<Self.attempts
    where !keepsSound && product.bytes > file.size && product.hasSound
      && copying.soundBitRate > Fitting.lowestSoundRate
    {
      let excess = Int((Double(product.bytes - file.size) * 8 / seconds).rounded(.up))
      copying.soundBitRate = max(Fitting.lowestSoundRate, copying.soundBitRate - excess - 1_000)
      (product, pictures) = try copying.run()
    }
    guard product.bytes <= min(policy.maxBytes, targetBytes ?? policy.maxBytes) else {
      throw Copying.NotCopyable(reason: "over the bytes allowed")
    }
    var silent = movie
    silent.audio = nil
    let seen = try Cut(
      file: file, movie: silent, policy: policy, kept: kept, posterTime: posterTime,
      purpose: .inspection, interruption: interruption, maxBytes: policy.maxBytes,
      copied: pictures
    ).run { _ in }
    guard seen.warnings.isEmpty else { throw Copying.NotCopyable(reason: "damaged pictures") }
    product.poster = seen.poster
    return product
  }

  /// Cuts until the output fits.
  private func encoded(
    _ movie: Movie, kept: Range<Duration>, progress: (Double) -> Void
  ) throws -> Cut.Product {
    let limit = min(policy.maxBytes, targetBytes ?? policy.maxBytes)
    let cut = Cut(
      file: file, movie: movie, policy: policy, kept: kept, posterTime: posterTime,
      purpose: purpose, interruption: interruption, maxBytes: limit)
    // Each attempt starts anew; what is told never falls.
    var told = 0.0
    return try withoutActuallyEscaping(progress) { progress in
      try Fitting(cut: cut, limit: limit, inputBytes: file.size, clock: clock) { done in
        told = max(told, done)
        progress(told)
      }.product()
    }
  }

  func writePoster(
    _ product: Cut.Product, into descriptor: Int32
  ) throws(IngestError) -> PosterReport {
    guard let poster = product.poster else {
      throw IngestError(code: .fault, call: "PosterPicker.finish")
    }
    try OutputFile(descriptor: descriptor).write([poster.bytes])
    return poster.report
  }

  func report(_ outcome: Outcome, poster: PosterReport? = nil) -> Report {
    Report(
      verdict: outcome.verdict, plan: outcome.plan, output: nil, poster: poster,
      timing: clock.timing)
  }
}
