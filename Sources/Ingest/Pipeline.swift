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
  /// - Parameter descriptor: open for reading on a regular file, read by `pread` from offset 0; it
  ///   stays open and its file offset is left alone.
  /// - Throws: `IngestError` when the bytes can't be read, a fault of ours, or an interruption.
  public static func examine(
    descriptor: Int32, policy: Policy, depth: Depth = .keyFrame,
    interruption: Interruption = Interruption()
  ) throws(IngestError) -> Examination {
    let file = try InputFile(descriptor: descriptor)
    let probe = Probe(file: file, policy: policy, depth: depth, interruption: interruption)
    do {
      return try probe.examine().0
    } catch {
      let refusal = try Refusal.from(error)
      if interruption.isInterrupted {
        throw IngestError(code: .interrupted, call: "interrupt")
      }
      return Examination(bytes: file.size, facts: nil, reasons: refusal.reasons, warnings: [])
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

  /// Checks, trims and compresses a movie into `outputs`.
  ///
  /// A refusal is a report with `accepted` false and `output` nil; what was written to the
  /// descriptors by then means nothing. `path` of output and poster is left nil for the caller.
  ///
  /// - Parameter progress: called with a share from 0 to 1 that never falls, on the same thread.
  public static func process(
    descriptor: Int32, name: String, policy: Policy, trim: Trim = .none, outputs: Outputs,
    interruption: Interruption = Interruption(), progress: (Double) -> Void = { _ in }
  ) throws(IngestError) -> Report {
    let processing = Processing(
      file: try InputFile(descriptor: descriptor), name: name, policy: policy, trim: trim,
      targetBytes: outputs.targetBytes, posterTime: outputs.posterTime, interruption: interruption)
    let outcome = try processing.run(progress: progress)
    guard let product = outcome.product else { return processing.report(outcome) }
    let movie = try processing.write(product, into: outputs.movie)
    var poster: PosterReport?
    if let descriptor = outputs.poster {
      poster = try processing.writePoster(product, into: descriptor)
    }
    return processing.report(outcome, output: movie, poster: poster)
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
