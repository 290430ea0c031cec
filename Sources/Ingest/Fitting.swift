internal import FFmpeg
internal import Rules

/// Makes the output again until it fits: by what was measured on the written file.
struct Fitting {
  /// At the profile's quality.
  let cut: Cut
  /// The most bytes of the output.
  let limit: Int64
  /// The size of the input; an output is not larger where that can be had.
  let inputBytes: Int64
  let clock: Clock
  let progress: (Double) -> Void

  /// The most times that the whole is made, but for once more with the least that there is.
  private static let mostAttempts = 9
  /// Sound is not made worse than this, in bits a second.
  static let lowestSoundRate = 16_000
  /// The part of the bytes that sound may have where there are too few for all.
  private static let soundShare = 0.25
  /// What the boxes around a sample take, in bytes.
  private static let indexBytes = 4_096.0

  /// What became of one attempt.
  private struct Attempt {
    /// Nil where the pictures passed the limit before the end.
    var product: Cut.Product?
    /// Of the whole output; an estimate where there is no product.
    var bytes: Double
    /// Of the pictures alone.
    var pictureBytes: Double
  }

  /// - Throws: a `Refusal` with `output.cannot_fit`, which tells the least size that works.
  func product() throws -> Cut.Product {
    let first = try attempt(cut, within: limit)
    if cut.purpose == .poster, let product = first.product { return product }
    let fits = first.bytes <= Double(limit)
    if let product = first.product, fits, product.bytes <= inputBytes { return product }
    // The input is the measure where it has fewer bytes than are allowed.
    let aim = min(limit, inputBytes)
    var lower = cut
    lower.soundBitRate = soundRate(within: aim, besides: first.pictureBytes)
    // Smaller pictures are for who sets a limit, not for a small input.
    let factor = cut.policy.profile.constantRateFactor
    var search =
      fits
      ? SizeSearch(from: factor, good: 0.75)
      : SizeSearch(
        from: factor, percents: SizeSearch.percents(longSide: max(cut.size.width, cut.size.height)))
    // With less sound the first attempt would have had fewer bytes.
    let less =
      cut.movie.audio == nil ? 0 : Double(cut.soundBitRate - lower.soundBitRate) / 8 * cut.seconds
    search.note(lower.step, share: max(1.001, share(first, besides: -less, of: aim)))
    if let best = try best(&search, lower, aim: aim, first: fits ? first.product : nil) {
      return best
    }
    // The least that there is, and what it takes.
    lower.soundBitRate = Self.lowestSoundRate
    lower.step = search.least
    let least = try attempt(lower, within: .max)
    guard let product = least.product else {
      throw IngestError(code: .fault, call: "Fitting.least")
    }
    if product.bytes <= limit { return product }
    throw Refusal([
      Reason(
        .outputCannotFit, observed: Double(product.bytes), limit: Double(limit), unit: "bytes",
        message: "At most \(limit.grouped) bytes are allowed; this movie needs"
          + " \(product.bytes.grouped).",
        suggestion: "keep less of it, or allow more: --target-bytes \(product.bytes)")
    ])
  }

  /// The best of those that have at most `aim` bytes, or where none has, the smallest of those within
  /// the limit.
  private func best(
    _ search: inout SizeSearch, _ cut: Cut, aim: Int64, first: Cut.Product?
  ) throws -> Cut.Product? {
    var cut = cut
    var best = first
    // Of the stage's time, with a tenth for what comes after.
    let time = Duration.seconds(cut.policy.maxCPUSeconds) * 9 / 10
    for attempts in 1..<Self.mostAttempts {
      let left = (time - clock.processor) / (clock.processor / attempts)
      // What fits is good enough where the time runs out; else it is for the least alone.
      if left < 2 {
        if best != nil || left < 1 { break }
        search.hurry()
      }
      guard let step = search.next else { break }
      cut.step = step
      let made = try attempt(cut, within: aim)
      search.note(step, share: share(made, besides: 0, of: aim))
      guard let product = made.product, product.bytes <= limit else { continue }
      guard let known = best else {
        best = product
        continue
      }
      let isBetter =
        product.bytes <= aim
        ? known.bytes > aim || product.bytes > known.bytes : product.bytes < known.bytes
      if isBetter { best = product }
    }
    return best
  }

  /// The pictures' part of the bytes that they may have, since only they change from step to step.
  private func share(_ attempt: Attempt, besides less: Double, of aim: Int64) -> Double {
    let others = attempt.bytes - attempt.pictureBytes + less
    let room = Double(aim) - others
    return room > 0 ? attempt.pictureBytes / room : 1_000
  }

  /// Sound's part: a quarter of what there is, or all that the pictures leave at their best.
  private func soundRate(within bytes: Int64, besides pictureBytes: Double) -> Int {
    let room = Double(bytes) - Self.indexBytes
    let rest = max(Self.soundShare * room, room - pictureBytes) * 8 / cut.seconds
    return max(Self.lowestSoundRate, min(cut.soundBitRate, Int(min(rest, 1e9))))
  }

  private func attempt(_ cut: Cut, within bytes: Int64) throws -> Attempt {
    var cut = cut
    cut.maxBytes = bytes
    do {
      let product = try cut.run(progress: progress)
      return Attempt(
        product: product, bytes: Double(product.bytes),
        pictureBytes: Double(product.pictureBytes))
    } catch let error as Cut.TooLarge {
      let sound =
        cut.movie.audio == nil ? 0 : Double(cut.soundBitRate) / 8 * cut.seconds * 1.05
      return Attempt(
        product: nil, bytes: error.pictureBytes + sound + Self.indexBytes,
        pictureBytes: error.pictureBytes)
    }
  }
}

extension Cut {
  /// How its pictures are coded.
  fileprivate var step: SizeSearch.Step {
    get { SizeSearch.Step(quarters: Int(constantRateFactor * 4), percent: percent) }
    set {
      constantRateFactor = Double(newValue.quarters) / 4
      percent = newValue.percent
    }
  }
}
