package import Ingest
internal import Rules
package import Sandbox

/// What a process does with a movie when it is asked to: each request has its stage of the pipeline.
package enum Stages {
  /// Does what a request asks, and answers in each case.
  ///
  /// - Parameters:
  ///   - request: the stage, and by what policy.
  ///   - descriptors: as the request's own documentation numbers them.
  ///   - interruption: ends the work early where it is done in the asker's own process.
  ///   - progress: called with a share from 0 to 1 that never falls.
  package static func perform(
    _ request: Request, _ descriptors: [Int32], interruption: Interruption = Interruption(),
    progress: (Double) -> Void
  ) -> Answer {
    do throws(IngestError) {
      guard let movie = descriptors.first else { throw IngestError(code: .fault, call: "request") }
      switch request {
      case .examine(let policy, let decodesAll):
        return .examined(
          try Pipeline.examine(
            descriptor: movie, policy: policy, depth: decodesAll ? .everything : .keyFrame,
            interruption: interruption))
      case .chart(let policy):
        let (examination, line) = try Pipeline.chart(
          descriptor: movie, policy: policy, interruption: interruption)
        return .charted(examination, line)
      case .plan(let policy, let trim, let targetBytes):
        let (examination, plan) = try Pipeline.plan(
          descriptor: movie, policy: policy, trim: trim, targetBytes: targetBytes,
          interruption: interruption)
        return .planned(examination, plan)
      case .make(let policy, let trim, let posterTime, let targetBytes):
        guard descriptors.count >= 2 else { throw IngestError(code: .fault, call: "request") }
        let made = try Pipeline.make(
          descriptor: movie, name: "", policy: policy, trim: trim,
          outputs: Pipeline.Outputs(
            movie: descriptors[1], poster: descriptors.count > 2 ? descriptors[2] : nil,
            posterTime: posterTime, targetBytes: targetBytes),
          interruption: interruption, progress: progress)
        return .made(made.report, made.expectation)
      case .poster(let policy, let trim, let posterTime):
        guard descriptors.count >= 2 else { throw IngestError(code: .fault, call: "request") }
        return .made(
          try Pipeline.poster(
            descriptor: movie, name: "", policy: policy, trim: trim, posterTime: posterTime,
            into: descriptors[1], interruption: interruption), nil)
      case .verify(let policy, let expectation):
        return .verified(
          try Pipeline.verify(
            descriptor: movie, policy: policy, expectation: expectation,
            interruption: interruption))
      case .verifyPoster(let policy, let poster):
        try Pipeline.verifyPoster(descriptor: movie, policy: policy, poster: poster)
        return .verifiedPoster
      case .image(let policy):
        guard descriptors.count >= 2 else { throw IngestError(code: .fault, call: "request") }
        let (report, reasons) = try Pipeline.image(
          descriptor: movie, policy: policy, into: descriptors[1])
        return .imaged(report, reasons: reasons)
      case .verifyImage(_, let image):
        try Pipeline.verifyImage(descriptor: movie, image: image)
        return .verifiedImage
      }
    } catch {
      return .failed(
        StageFailure(code: Self.code(error.code), call: error.call, number: error.number))
    }
  }

  private static func code(_ code: IngestError.Code) -> StageFailure.Code {
    switch code {
    case .unreadable: .unreadable
    case .unwritable: .unwritable
    case .diskFull: .diskFull
    case .interrupted: .interrupted
    case .fault: .fault
    }
  }
}
