internal import Foundation

/// The way from the profile's quality to the best one that fits: the rate first, then the size of the
/// pictures.
///
/// Bytes fall by about a tenth with each step of quality, and with the size of the pictures, so what is
/// not known is guessed on a logarithmic scale; what counts is what was measured.
struct SizeSearch {
  /// How pictures are coded, as far as their bytes depend on it.
  struct Step: Equatable {
    /// x264's constant rate factor, in quarters: noise has twice the bytes at 28 that it has at 29.
    var quarters: Int
    /// Sides of the picture, in percent of the profile's.
    var percent: Int
  }

  private let finest: Int
  private let percents: [Int]
  /// By the place of the size: what qualities came to, as logarithms of the part of the bytes that they
  /// may have; over 0 they do not fit.
  private var known: [[Int: Double]]

  /// Above this smaller pictures look better than coarser ones.
  private static let coarsest = 40 * 4
  /// x264's last.
  private static let last = 51 * 4
  /// With this much of the bytes that there are, as a logarithm, what fits is good enough.
  private let good: Double
  /// With less than this, larger pictures are tried though they seemed hopeless.
  private static let poor = log(0.7)
  /// What is aimed at, as a logarithm.
  private var aim: Double
  /// How bytes change with a quarter of quality, and with the logarithm of the side, until measured.
  private static let usualSlope = -0.028
  private static let usualPower = 1.4

  /// - Parameters:
  ///   - factor: the profile's constant rate factor, the best that is tried.
  ///   - percents: the sizes, from the whole down.
  ///   - good: the part of the bytes that there are with which what fits is good enough.
  init(from factor: Int, percents: [Int] = [100], good: Double = 0.9) {
    self.good = log(good)
    aim = log((1 + good) / 2)
    finest = factor * 4
    self.percents = percents
    known = Array(repeating: [:], count: percents.count)
  }

  /// The sizes for an output of this long side, in pixels; none is made shorter than 96.
  static func percents(longSide: Int) -> [Int] {
    [100] + [75, 56, 42, 32, 24].filter { longSide * $0 / 100 >= 96 }
  }

  /// The smallest that there is.
  var least: Step { Step(quarters: Self.last, percent: percents[percents.count - 1]) }

  /// Aims at half, where there is no time for a second try.
  mutating func hurry() { aim = log(0.5) }

  /// Notes what a step came to.
  ///
  /// - Parameter share: of the bytes that it may have; over 1 where it does not fit.
  mutating func note(_ step: Step, share: Double) {
    guard let place = percents.firstIndex(of: step.percent) else { return }
    known[place][step.quarters] = log(max(share, 1e-9))
  }

  /// What to try next; nil where the best is known, or nothing fits.
  var next: Step? {
    let fitting = known.flatMap(\.values).filter { $0 <= 0 }.max()
    if let fitting, fitting >= good { return nil }
    // How this movie's bytes fall is worth a try before sizes are judged by it.
    if known[0].count == 1, known.dropFirst().allSatisfy(\.isEmpty), guess(0) > end(0) {
      return step(end(0), 0)
    }
    let place =
      percents.indices.first { isOpen($0) && (fits($0) || excess($0, end($0)) <= 0.02) }
      ?? percents.indices.last { isOpen($0) }
    guard let place else { return nil }
    let lowest = (over(place)?.key ?? finest - 1) + 1
    let highest = (under(place)?.key ?? end(place) + 1) - 1
    if lowest <= highest {
      return step(min(max(guess(place), lowest), highest), place)
    }
    // As good as it gets at this size, and much room is left: the guess of the larger one was wrong.
    guard place > 0, isOpen(place - 1), !fits(place - 1), fitting ?? 0 < Self.poor else {
      return nil
    }
    return step(end(place - 1), place - 1)
  }

  private func step(_ quarters: Int, _ place: Int) -> Step {
    Step(quarters: quarters, percent: percents[place])
  }

  /// The lowest quality of a size.
  private func end(_ place: Int) -> Int {
    place == percents.count - 1 ? Self.last : max(finest, Self.coarsest)
  }

  /// The lowest quality of a size that did not fit.
  private func over(_ place: Int) -> (key: Int, value: Double)? {
    known[place].filter { $0.value > 0 }.max { $0.key < $1.key }
  }

  /// The best quality of a size that did.
  private func under(_ place: Int) -> (key: Int, value: Double)? {
    known[place].filter { $0.value <= 0 }.min { $0.key < $1.key }
  }

  private func fits(_ place: Int) -> Bool { under(place) != nil }

  /// Whether a size may fit for all that is known.
  private func isOpen(_ place: Int) -> Bool { over(place)?.key != end(place) }

  /// The quality of a size that comes closest to the aim, by what is known.
  private func guess(_ place: Int) -> Int {
    let (start, excess) = nearest(place)
    var wanted = Double(start) + (aim - excess) / slope(place)
    // Halfway to the middle between what fits and what does not: noise falls at once, not steadily.
    if let over = over(place), let under = under(place) {
      wanted = (wanted + Double(over.key + under.key) / 2) / 2
    }
    // To the safe side.
    return Int(min(max(wanted, 0), 1_000).rounded(.up))
  }

  /// What a quality of a size would come to, by what is known.
  private func excess(_ place: Int, _ quarters: Int) -> Double {
    let (start, excess) = nearest(place)
    return excess + Double(quarters - start) * slope(place)
  }

  /// A quality of a size, and what it comes to: measured, or by the nearest size that was.
  private func nearest(_ place: Int) -> (quarters: Int, excess: Double) {
    if let point = over(place) ?? under(place) { return (point.key, point.value) }
    let measured = percents.indices.filter { !known[$0].isEmpty }
    guard let other = measured.min(by: { abs($0 - place) < abs($1 - place) }),
      let point = over(other) ?? under(other)
    else { return (finest, 0) }
    let shrink = log(Double(percents[place]) / Double(percents[other])) * power
    return (point.key, point.value + shrink)
  }

  /// How bytes fall with the logarithm of the side, by the whole size and the largest other one.
  private var power: Double {
    let smaller = percents.indices.dropFirst().first { !known[$0].isEmpty }
    guard let smaller, !known[0].isEmpty else { return Self.usualPower }
    let fall = excess(0, Self.coarsest) - excess(smaller, Self.coarsest)
    return min(4, max(0.5, fall / log(100 / Double(percents[smaller]))))
  }

  private func slope(_ place: Int) -> Double {
    // A size that is new behaves as the nearest one that is known.
    let measured = percents.indices.filter { known[$0].count > 1 }
    guard let nearest = measured.min(by: { abs($0 - place) < abs($1 - place) }) else {
      return Self.usualSlope
    }
    let points = known[nearest].sorted { $0.key < $1.key }
    // The two around the limit, or next to it.
    let after = points.firstIndex { $0.value <= 0 } ?? points.count - 1
    let (first, second) = (points[max(0, after - 1)], points[max(1, after)])
    let fall = (second.value - first.value) / Double(second.key - first.key)
    return min(-0.005, max(-0.1, fall))
  }
}
