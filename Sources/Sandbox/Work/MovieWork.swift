package import Rules

/// Has stages of movies' ways done, one after another.
package protocol MovieWork {
  /// Has one stage done; whoever could write has no descriptor of it any more when this returns.
  ///
  /// - Parameters:
  ///   - request: the stage, and by what policy.
  ///   - descriptors: as the request's own documentation numbers them; they stay the caller's.
  ///   - progress: called with shares from 0 to 1 that never fall, on the same thread.
  func perform(
    _ request: Request, descriptors: [Int32], progress: (Double) -> Void
  ) throws(WorkFailure) -> StageResult

  /// The same, with something short to do while somebody else is at work on it.
  ///
  /// - Parameter meanwhile: called at most once, on the same thread; it may come before the work, and does
  ///   not where that can't begin.
  func perform(
    _ request: Request, descriptors: [Int32], meanwhile: () -> Void, progress: (Double) -> Void
  ) throws(WorkFailure) -> StageResult
}

extension MovieWork {
  package func perform(
    _ request: Request, descriptors: [Int32], meanwhile: () -> Void, progress: (Double) -> Void
  ) throws(WorkFailure) -> StageResult {
    meanwhile()
    return try perform(request, descriptors: descriptors, progress: progress)
  }
}

extension MovieWork {
  /// Measures a movie; that its decoder died is a reason like any other.
  ///
  /// - Parameters:
  ///   - movie: open for reading on a regular file.
  ///   - policy: bounds what is read and decoded; `Examination.verdict` judges by it.
  ///   - decodesAll: whether all pictures are decoded, or the first key frame alone.
  ///   - meanwhile: something short to do in the time.
  package func examine(
    _ movie: Int32, policy: Policy, decodesAll: Bool = false, meanwhile: () -> Void = {}
  ) throws(WorkFailure) -> Examination {
    let bytes = try size(of: movie)
    let request = Request.examine(policy: policy, decodesAll: decodesAll)
    switch try perform(request, descriptors: [movie], meanwhile: meanwhile, progress: { _ in }) {
    case .answer(.examined(let examination)): return examination.sized(bytes)
    case .refused(let reason):
      return Examination(bytes: bytes, facts: nil, reasons: [reason], warnings: [])
    default: throw .nothingMade
    }
  }

  /// Checks, trims and compresses a movie, and has others look at what that wrote.
  ///
  /// - Parameters:
  ///   - movie: open for reading on a regular file.
  ///   - name: goes into the report as it is.
  ///   - output: open for reading and writing on an empty regular file.
  ///   - poster: the same for the poster; nil where none is wanted.
  ///   - policy: the limits, and the profile of the output.
  ///   - trim: what is cut off.
  ///   - posterTime: which picture becomes the poster.
  ///   - targetBytes: the most bytes of the output, or nil for the policy's.
  ///   - progress: called with shares from 0 to 1 that never fall, on the same thread.
  /// - Returns: the report; one that refuses has neither `output` nor `poster`, and what was written by
  ///   then means nothing. `path` of both is nil.
  package func process(
    _ movie: Int32, name: String, output: Int32, poster: Int32?, policy: Policy, trim: Trim,
    posterTime: PosterTime, targetBytes: Int64? = nil, progress: (Double) -> Void = { _ in }
  ) throws(WorkFailure) -> Report {
    let started = ContinuousClock().now
    let request = Request.make(
      policy: policy, trim: trim, posterTime: posterTime, targetBytes: targetBytes)
    let made = try perform(
      request, descriptors: [movie, output] + (poster.map { [$0] } ?? []), progress: progress)
    guard case .answer(.made(var report, let expectation)) = made else {
      return try refusal(made, name: name, since: started)
    }
    report.name = name
    guard let expectation else { return report }
    var promised = policy
    promised.maxBytes = min(policy.maxBytes, targetBytes ?? policy.maxBytes)
    let written = ContinuousClock().now
    let verified = try verify(.verify(policy: promised, expectation: expectation), of: output)
    guard case .answer(.verified(let checked)) = verified else {
      return try refusal(verified, name: name, since: started)
    }
    guard try size(of: output) == checked.bytes else { throw .nothingMade }
    if let poster {
      let seen = try verifyPoster(poster, report.poster, policy)
      guard case .answer(.verifiedPoster) = seen else {
        return try refusal(seen, name: name, since: started)
      }
    }
    report.output = checked
    report.timing.stages?.verify = ContinuousClock().now - written
    report.timing.wall = ContinuousClock().now - started
    return report
  }

  /// Makes only a poster, and has others look at it.
  ///
  /// Parameters and result are those of `process`.
  package func poster(
    _ movie: Int32, name: String, into output: Int32, policy: Policy, trim: Trim,
    posterTime: PosterTime
  ) throws(WorkFailure) -> Report {
    let started = ContinuousClock().now
    let request = Request.poster(policy: policy, trim: trim, posterTime: posterTime)
    let made = try perform(request, descriptors: [movie, output])
    guard case .answer(.made(var report, _)) = made else {
      return try refusal(made, name: name, since: started)
    }
    report.name = name
    guard report.accepted else { return report }
    let seen = try verifyPoster(output, report.poster, policy)
    guard case .answer(.verifiedPoster) = seen else {
      return try refusal(seen, name: name, since: started)
    }
    return report
  }

  /// Makes of a picture the small one that a post shows, and has others look at it.
  ///
  /// - Parameters:
  ///   - picture: open for reading on a regular file.
  ///   - output: open for reading and writing on an empty regular file.
  ///   - policy: bounds the picture's bytes and pixels, and the time.
  /// - Returns: what was written; or nil and why the picture is refused, after which what was written
  ///   means nothing.
  package func image(
    _ picture: Int32, into output: Int32, policy: Policy
  ) throws(WorkFailure) -> (report: ImageReport?, reasons: [Reason]) {
    let made = try perform(.image(policy: policy), descriptors: [picture, output])
    guard case .answer(.imaged(let report, let reasons)) = made else {
      return (nil, [try reason(of: made).ofPicture])
    }
    guard let report else { return (nil, reasons) }
    let seen = try verify(.verifyImage(policy: policy, image: report), of: output)
    guard case .answer(.verifiedImage) = seen else {
      return (nil, [try reason(of: seen).ofPicture])
    }
    return (report, [])
  }

  package func perform(
    _ request: Request, descriptors: [Int32]
  ) throws(WorkFailure) -> StageResult {
    try perform(request, descriptors: descriptors) { _ in }
  }

  private func verifyPoster(
    _ descriptor: Int32, _ poster: PosterReport?, _ policy: Policy
  ) throws(WorkFailure) -> StageResult {
    guard let poster else { throw .nothingMade }
    return try verify(.verifyPoster(policy: policy, poster: poster), of: descriptor)
  }

  /// Has a file looked at by somebody who can't change it.
  private func verify(
    _ request: Request, of descriptor: Int32
  ) throws(WorkFailure) -> StageResult {
    let readOnly: Descriptor
    do throws(SystemError) { readOnly = try .readingAgain(descriptor) } catch {
      throw .nothingMade
    }
    return try perform(request, descriptors: [readOnly.number])
  }

  private func size(of descriptor: Int32) throws(WorkFailure) -> Int64 {
    do throws(SystemError) { return try Descriptor.size(of: descriptor) } catch {
      throw .stage(StageFailure(code: .unreadable, call: error.call, number: error.number))
    }
  }

  private func reason(of result: StageResult) throws(WorkFailure) -> Reason {
    guard case .refused(let reason) = result else { throw .nothingMade }
    return reason
  }

  /// The report on a movie whose decoder died.
  private func refusal(
    _ result: StageResult, name: String, since started: ContinuousClock.Instant
  ) throws(WorkFailure) -> Report {
    return Report(
      verdict: Verdict(name: name, reasons: [try reason(of: result)], warnings: [], facts: nil),
      plan: nil,
      output: nil, poster: nil,
      timing: Timing(wall: ContinuousClock().now - started, cpu: nil))
  }
}

extension Examination {
  /// The same with the size that the asker knows; nobody else needs to be believed.
  package func sized(_ bytes: Int64) -> Examination {
    var sized = self
    sized.bytes = bytes
    sized.facts?.bytes = bytes
    return sized
  }
}

extension Reason {
  /// The same in words for a picture, of a reason why a movie's process ended.
  fileprivate var ofPicture: Reason {
    let movie = "The movie"
    guard message.hasPrefix(movie) else { return self }
    var reason = self
    reason.message = "The picture" + message.dropFirst(movie.count)
    return reason
  }
}
