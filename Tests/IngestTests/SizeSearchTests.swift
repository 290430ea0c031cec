import Foundation
import Testing

@testable import Ingest

/// The search for what fits, on movies that are formulas.
@Suite struct SizeSearchTests {
  /// How many bytes, as a part of what they may be, a step comes to.
  struct Movie: Sendable, CustomTestStringConvertible {
    /// At the profile's quality and size.
    var share: Double
    /// Bytes fall by half with so many steps of quality.
    var half: Double
    /// Bytes go with this power of the side.
    var power: Double
    /// A quality at which noise goes, and the part of the bytes that it was.
    var cliff: Double?

    var testDescription: String { "\(share) \(half) \(power) \(cliff ?? 0)" }

    func share(_ step: SizeSearch.Step) -> Double {
      let factor = Double(step.quarters) / 4
      let size = pow(Double(step.percent) / 100, power)
      let noise = cliff.map { factor < $0 ? 1 : 0.4 } ?? 1
      return share * exp2(-(factor - 28) / half) * size * noise
    }
  }

  /// What the search comes to, and in how many steps.
  private func best(_ movie: Movie) -> (share: Double?, count: Int) {
    var search = SizeSearch(from: 28, percents: SizeSearch.percents(longSide: 640))
    search.note(SizeSearch.Step(quarters: 112, percent: 100), share: movie.share)
    var best: Double?
    for count in 0..<8 {
      guard let step = search.next else { return (best, count) }
      let share = movie.share(step)
      search.note(step, share: share)
      if share <= 1, share > best ?? 0 { best = share }
    }
    return (best, 8)
  }

  private static let movies = [1.05, 1.5, 3, 8, 20].flatMap { share in
    [3, 5, 6, 8].flatMap { half in
      [1.0, 1.5, 2].map { Movie(share: share, half: half, power: $0) }
    }
  }

  @Test(arguments: movies)
  func `Within eight attempts nearly all bytes are used, and none too many`(_ movie: Movie) throws {
    let (share, _) = best(movie)
    #expect(try #require(share) >= 0.85)
  }

  @Test(arguments: [30.0, 34, 38], [1.5, 3.0, 8])
  func `Noise that goes at once leaves no more unused than it was`(
    _ cliff: Double, _ share: Double
  ) throws {
    let movie = Movie(share: share, half: 6, power: 1.5, cliff: cliff)
    #expect(try #require(best(movie).share) >= 0.4)
  }

  @Test(arguments: movies)
  func `One try in a hurry fits wherever bytes fall as they mostly do`(_ movie: Movie) {
    guard movie.half <= 6, movie.power >= 1.5 else { return }
    var search = SizeSearch(from: 28, percents: SizeSearch.percents(longSide: 640))
    search.note(SizeSearch.Step(quarters: 112, percent: 100), share: movie.share)
    if let first = search.next { search.note(first, share: movie.share(first)) }
    search.hurry()
    guard let step = search.next else { return }
    #expect(movie.share(step) <= 1)
  }

  @Test func `What nothing makes fit comes to an end`() {
    let (share, count) = best(Movie(share: 1_000_000, half: 6, power: 1.5))
    #expect(share == nil)
    #expect(count < 8)
  }

  @Test func `Quality goes before size`() {
    var search = SizeSearch(from: 28, percents: SizeSearch.percents(longSide: 640))
    search.note(SizeSearch.Step(quarters: 112, percent: 100), share: 2)
    #expect(search.next?.percent == 100)
  }

  @Test(arguments: [(640, 6), (200, 3), (120, 1), (2, 1)])
  func `No picture is made shorter than 96 pixels`(_ side: Int, _ count: Int) {
    #expect(SizeSearch.percents(longSide: side).count == count)
  }
}
