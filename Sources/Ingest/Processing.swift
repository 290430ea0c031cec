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
  let watch = StageWatch()

  /// What came out, before anything is written.
  struct Outcome {
    var verdict: Verdict
    var plan: Plan?
    var product: Cut.Product?
  }

  func examine() throws -> (Examination, Movie?) {
    let outer = watch.begin(.probe)
    defer { watch.begin(outer) }
    return try Probe(
      file: file, policy: policy, depth: .keyFrame, interruption: interruption, notesRoles: true
    ).examine()
  }

  /// Judges the movie, and where it passes makes the output.
  func run(progress: (Double) -> Void) throws(IngestError) -> Outcome {
    var examination = Examination(bytes: file.size, facts: nil, reasons: [], warnings: [])
    var plan: Plan?
    do {
      let (examined, movie) = try examine()
      examination = examined
      guard let movie, let accepted = try accepted(examined, movie) else {
        return Outcome(verdict: verdict(examined))
      }
      plan = accepted.plan
      let (product, made) = try make(accepted, progress: progress)
      plan = made
      // How long it took is in the report.
      plan?.predictedSeconds = nil
      // What all pictures tell of damage includes what the first one told.
      let told = Set(product.warnings.map(\.code))
      let absent = movie.absence.warnings
      examination.warnings.removeAll {
        $0.code == .damagedPictures && told.contains($0.code) && !absent.contains($0)
      }
      examination.warnings += product.warnings
      return Outcome(verdict: verdict(examination), plan: plan, product: product)
    } catch {
      examination.reasons += try refusal(error).reasons
      return Outcome(verdict: verdict(examination), plan: plan)
    }
  }

  /// Judges the movie, and where it passes tells what `run` would do.
  ///
  /// Pictures that may be kept are read and taken apart, as for a copy, and not decoded: damage that
  /// only shows there makes `run` encode.
  func plan() throws(IngestError) -> (Examination, Plan?) {
    var examination = Examination(bytes: file.size, facts: nil, reasons: [], warnings: [])
    do {
      let (examined, movie) = try examine()
      examination = examined
      guard let movie, let accepted = try accepted(examined, movie) else {
        return (examined, nil)
      }
      var plan = predicted(try choose(accepted), for: movie)
      let speed = try MachineSpeed.measured()
      plan.predictedSeconds = plan.predictedSeconds.map { $0 * speed.factor }
      return (examined, plan)
    } catch {
      examination.reasons += try refusal(error).reasons
      return (examination, nil)
    }
  }

  /// What is wrong with the movie, where that is what an error says.
  private func refusal(_ error: any Error) throws(IngestError) -> Refusal {
    let refusal = try Refusal.from(error)
    if interruption.isInterrupted { throw IngestError(code: .interrupted, call: "interrupt") }
    return refusal
  }

  private func verdict(_ examination: Examination) -> Verdict {
    examination.verdict(name: name, policy: policy, trim: trim, countsBytes: false)
  }

  /// A movie that passes, and what its facts say is to be done.
  struct Accepted {
    let movie: Movie
    let plan: Plan
    /// What the trim leaves, on the movie's own clock.
    let kept: Range<Duration>
  }

  /// - Returns: nil where the movie is refused.
  private func accepted(_ examination: Examination, _ movie: Movie) throws -> Accepted? {
    guard verdict(examination).accepted, let presented = movie.facts.duration.presented else {
      return nil
    }
    // A picture that lasts no time is kept for the shortest time there is.
    let whole = max(presented, .milliseconds(1))
    guard let kept = trim.kept(of: whole, limit: policy.maxDuration) else {
      throw IngestError(code: .fault, call: "Trim.kept")
    }
    return Accepted(
      movie: movie,
      plan: Plan.decide(
        facts: movie.facts, policy: policy, trim: trim, targetBytes: targetBytes),
      kept: movie.origin + kept.lowerBound..<movie.origin + kept.upperBound)
  }

  /// The plan with what its action will cost and bring; of a copy the size is known.
  private func predicted(_ choice: Choice, for movie: Movie) -> Plan {
    var plan = choice.plan
    plan.predict(facts: movie.facts, policy: policy, trim: trim, targetBytes: targetBytes)
    if let copy = choice.copy { plan.predictedBytes = Int64(copy.product.bytes) }
    return plan
  }

  /// Copies what already meets the profile, and encodes everything else.
  private func make(
    _ accepted: Accepted, progress: (Double) -> Void
  ) throws -> (Cut.Product, Plan) {
    var choice = try choose(accepted)
    if let copy = choice.copy {
      var product = copy.product
      if let poster = try undamaged(accepted, copy.pictures) {
        product.poster = poster
        return (product, predicted(choice, for: accepted.movie))
      }
      choice = Choice(plan: accepted.plan)
      if accepted.plan.action != .encode {
        choice.plan.action = .encode
        choice.plan.reasons = ["damaged pictures"]
      }
    }
    let product = try encoded(accepted.movie, kept: accepted.kept, progress: progress)
    return (product, predicted(choice, for: accepted.movie))
  }

  /// Cuts until the output fits.
  private func encoded(
    _ movie: Movie, kept: Range<Duration>, progress: (Double) -> Void
  ) throws -> Cut.Product {
    let limit = min(policy.maxBytes, targetBytes ?? policy.maxBytes)
    let cut = Cut(
      file: file, movie: movie, policy: policy, kept: kept, posterTime: posterTime,
      purpose: purpose, interruption: interruption, maxBytes: limit, watch: watch)
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
    let outer = watch.begin(.poster)
    defer { watch.begin(outer) }
    guard let poster = product.poster else {
      throw IngestError(code: .fault, call: "PosterPicker.finish")
    }
    try OutputFile(descriptor: descriptor).write([poster.bytes])
    return poster.report
  }

  func report(_ outcome: Outcome, poster: PosterReport? = nil) -> Report {
    Report(
      verdict: outcome.verdict, plan: outcome.plan, output: nil, poster: poster,
      timing: clock.timing(watch.times))
  }
}
