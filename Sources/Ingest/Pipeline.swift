public import Rules

/// The way of a movie: probed, judged, planned, cut, given a poster, and checked again.
public enum Pipeline {
  /// How much of a movie is decoded to know it.
  public enum Depth: Sendable {
    /// Every packet is read and the first key frame of the chosen video decoded.
    case keyFrame
    /// Everything is decoded.
    case everything
  }

  /// Measures a movie; what is wrong with it is in the result, not an error.
  ///
  /// - Parameters:
  ///   - descriptor: open for reading on a regular file, read by `pread` from offset 0; it stays open
  ///     and its file offset is left alone.
  ///   - policy: bounds what is read and decoded; no verdict is given by it yet.
  ///   - depth: how much is decoded.
  ///   - interruption: ends the work early.
  /// - Throws: `IngestError` when the bytes can't be read, a fault of ours, or an interruption.
  public static func examine(
    descriptor: Int32, policy: Policy, depth: Depth = .keyFrame,
    interruption: Interruption = Interruption()
  ) throws(IngestError) -> Examination {
    try examination(
      Probe(
        file: InputFile(descriptor: descriptor), policy: policy, depth: depth,
        interruption: interruption)
    ).0
  }

  /// Measures a movie and lays out what is shown and heard when.
  ///
  /// - Parameters:
  ///   - descriptor: as for `examine`.
  ///   - policy: as for `examine`.
  ///   - interruption: ends the work early.
  /// - Returns: what `examine` returns, and the time line; nil where no picture decodes.
  /// - Throws: what `examine` throws.
  public static func chart(
    descriptor: Int32, policy: Policy, interruption: Interruption = Interruption()
  ) throws(IngestError) -> (Examination, TimeLine?) {
    let (examination, movie) = try examination(
      Probe(
        file: InputFile(descriptor: descriptor), policy: policy, depth: .keyFrame,
        interruption: interruption, drawsTimeLine: true))
    return (examination, movie?.timeLine)
  }

  /// Measures a movie, and where the policy accepts it tells what `make` would do with it.
  ///
  /// - Parameters:
  ///   - descriptor: as for `examine`.
  ///   - policy: the limits, and the profile of the output.
  ///   - trim: what is cut off.
  ///   - targetBytes: the most bytes of the output, or nil for the policy's.
  ///   - interruption: ends the work early.
  /// - Returns: what `examine` returns, and the plan; nil where the movie is refused.
  /// - Throws: what `examine` throws.
  public static func plan(
    descriptor: Int32, policy: Policy, trim: Trim = .none, targetBytes: Int64? = nil,
    interruption: Interruption = Interruption()
  ) throws(IngestError) -> (Examination, Plan?) {
    try Processing(
      file: InputFile(descriptor: descriptor), name: "", policy: policy, trim: trim,
      targetBytes: targetBytes, posterTime: .best, interruption: interruption
    ).plan()
  }

  private static func examination(
    _ probe: Probe
  ) throws(IngestError) -> (Examination, Movie?) {
    do {
      return try probe.examine()
    } catch {
      let refusal = try Refusal.from(error)
      if probe.interruption.isInterrupted {
        throw IngestError(code: .interrupted, call: "interrupt")
      }
      let examination = Examination(
        bytes: probe.file.size, facts: nil, reasons: refusal.reasons, warnings: [])
      return (examination, nil)
    }
  }

  /// What `process` writes, and where to: open descriptors on empty regular files.
  public struct Outputs: Sendable {
    /// Open for reading and writing.
    public var movie: Int32
    /// Open for reading and writing, or nil where no poster is wanted.
    public var poster: Int32?
    /// Which picture becomes the poster.
    public var posterTime: PosterTime
    /// The most bytes of the movie, or nil for the policy's.
    public var targetBytes: Int64?

    public init(
      movie: Int32, poster: Int32? = nil, posterTime: PosterTime = .best, targetBytes: Int64? = nil
    ) {
      self.movie = movie
      self.poster = poster
      self.posterTime = posterTime
      self.targetBytes = targetBytes
    }
  }

  /// Checks, trims and compresses a movie into `outputs`, and makes sure of what was written.
  ///
  /// `make` and then `verify`, in one process. A refusal is a report with `accepted` false and
  /// `output` nil. `path` of output and poster is left nil for the caller.
  ///
  /// - Parameters:
  ///   - descriptor: as for `examine`.
  ///   - name: goes into the report as it is.
  ///   - policy: the limits, and the profile of the output.
  ///   - trim: what is cut off.
  ///   - outputs: where movie and poster are written.
  ///   - interruption: ends the work early.
  ///   - progress: called with a share from 0 to 1 that never falls, on the same thread.
  /// - Throws: what `make` and `verify` throw; what was written to the descriptors by then means
  ///   nothing.
  public static func process(
    descriptor: Int32, name: String, policy: Policy, trim: Trim = .none, outputs: Outputs,
    interruption: Interruption = Interruption(), progress: (Double) -> Void = { _ in }
  ) throws(IngestError) -> Report {
    let clock = Clock()
    var (report, expectation) = try make(
      descriptor: descriptor, name: name, policy: policy, trim: trim, outputs: outputs,
      interruption: interruption, progress: progress)
    guard let expectation else { return report }
    var promised = policy
    promised.maxBytes = min(policy.maxBytes, outputs.targetBytes ?? policy.maxBytes)
    report.output = try verify(
      descriptor: outputs.movie, policy: promised, expectation: expectation,
      interruption: interruption)
    report.timing = clock.timing(report.timing.stages)
    return report
  }

  /// The first half of `process`: everything up to the written movie and poster.
  ///
  /// Nobody should see what it wrote before `verify` had a look, which may be in another process:
  /// this one decodes a stranger's bytes, and what it says is worth as much as they let it be.
  ///
  /// - Parameters:
  ///   - descriptor: as for `examine`.
  ///   - name: goes into the report as it is.
  ///   - policy: the limits, and the profile of the output.
  ///   - trim: what is cut off.
  ///   - outputs: where movie and poster are written.
  ///   - interruption: ends the work early.
  ///   - progress: called with a share from 0 to 1 that never falls, on the same thread.
  /// - Returns: the report, whose `output` is nil, and what `verify` must find; nil after a refusal,
  ///   after which nothing was written.
  /// - Throws: `IngestError` when the input can't be read or an output written, a fault of ours, or
  ///   an interruption; what was written by then means nothing.
  public static func make(
    descriptor: Int32, name: String, policy: Policy, trim: Trim = .none, outputs: Outputs,
    interruption: Interruption = Interruption(), progress: (Double) -> Void = { _ in }
  ) throws(IngestError) -> (report: Report, expectation: Expectation?) {
    let processing = Processing(
      file: try InputFile(descriptor: descriptor), name: name, policy: policy, trim: trim,
      targetBytes: outputs.targetBytes, posterTime: outputs.posterTime, interruption: interruption)
    let outcome = try processing.run(progress: progress)
    guard let product = outcome.product else { return (processing.report(outcome), nil) }
    processing.watch.begin(.write)
    try OutputFile(descriptor: outputs.movie).write(product.pieces)
    processing.watch.begin(nil)
    var poster: PosterReport?
    if let descriptor = outputs.poster {
      poster = try processing.writePoster(product, into: descriptor)
    }
    return (processing.report(outcome, poster: poster), product.expectation)
  }

  /// The second half of `process`: opens what was written as if it had come from a stranger, and
  /// judges it.
  ///
  /// It must be an MP4 that passes the policy without hidden media, with as many pictures as
  /// expected, and with sound where that is expected and only there.
  ///
  /// - Parameters:
  ///   - descriptor: of the written movie, open for reading; read by `pread` from offset 0.
  ///   - policy: the one that the movie was made by; where a target in bytes was given, that is its
  ///     `maxBytes`.
  ///   - expectation: what `make` returned.
  ///   - interruption: ends the work early.
  /// - Returns: the size, the digest of the bytes as they are read back, and the facts; `path` is
  ///   left nil for the caller.
  /// - Throws: `IngestError`: a `fault` where the movie is not what it must be; `unreadable`; or
  ///   `interrupted`.
  public static func verify(
    descriptor: Int32, policy: Policy, expectation: Expectation,
    interruption: Interruption = Interruption()
  ) throws(IngestError) -> OutputReport {
    try Recheck(
      file: InputFile(descriptor: descriptor), policy: policy, expectation: expectation,
      interruption: interruption
    ).report()
  }

  /// What `verify` is to the movie, for its poster: read, taken apart and decoded like a stranger's.
  ///
  /// It must be a baseline JPEG that holds nothing but its picture, within the profile's bytes, and
  /// decode to the size that the report says.
  ///
  /// - Parameters:
  ///   - descriptor: of the written poster, open for reading; read by `pread` from offset 0.
  ///   - policy: the one that it was made by.
  ///   - poster: what `make` or `poster` said of it.
  /// - Throws: `IngestError`: a `fault` where it is not what it must be; `unreadable`.
  public static func verifyPoster(
    descriptor: Int32, policy: Policy, poster: PosterReport
  ) throws(IngestError) {
    try JPEGRecheck(
      file: InputFile(descriptor: descriptor), maxBytes: Int64(policy.profile.maxPosterBytes),
      maxPixels: policy.maxPixels, bytes: poster.bytes, width: poster.width,
      height: poster.height
    ).run()
  }

  /// Writes only a poster of a movie, as `process` would make it.
  ///
  /// A refusal is a report with `accepted` false and `poster` nil; `output` is always nil.
  public static func poster(
    descriptor: Int32, name: String, policy: Policy, trim: Trim = .none, posterTime: PosterTime,
    into output: Int32, interruption: Interruption = Interruption()
  ) throws(IngestError) -> Report {
    let processing = Processing(
      file: try InputFile(descriptor: descriptor), name: name, policy: policy, trim: trim,
      targetBytes: nil, posterTime: posterTime, purpose: .poster, interruption: interruption)
    let outcome = try processing.run(progress: { _ in })
    guard let product = outcome.product else { return processing.report(outcome) }
    return processing.report(outcome, poster: try processing.writePoster(product, into: output))
  }
}
