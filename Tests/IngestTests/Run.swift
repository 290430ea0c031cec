import Ingest
import Rules
import TestSupport

/// A movie that went through the whole pipeline in this process, with what came out.
struct Run {
  let report: Report
  let movie: OpenFile
  let poster: OpenFile
  /// What was told of the progress.
  let progress: [Double]

  init(
    _ source: OpenFile, policy: Policy = Policy(), trim: Trim = .none,
    posterTime: PosterTime = .best, targetBytes: Int64? = nil,
    interruption: Interruption = Interruption(), onProgress: (Double) -> Void = { _ in }
  ) throws {
    let (movie, poster) = (try OpenFile(), try OpenFile())
    var progress: [Double] = []
    report = try Pipeline.process(
      descriptor: source.descriptor, name: "movie", policy: policy, trim: trim,
      outputs: .init(
        movie: movie.descriptor, poster: poster.descriptor, posterTime: posterTime,
        targetBytes: targetBytes),
      interruption: interruption
    ) {
      progress.append($0)
      onProgress($0)
    }
    self.movie = movie
    self.poster = poster
    self.progress = progress
  }

  var codes: [String] { report.reasons.map(\.code.rawValue) }
  var warnings: [String] { report.warnings.map(\.code.rawValue) }
}
