internal import FFmpeg
internal import Rules

/// Chooses the poster among the output's pictures as they pass by.
struct PosterPicker {
  /// A picture that may become the poster, with what its luma says.
  final class Candidate {
    let frame: Frame
    /// From the start of the output.
    let time: Duration
    let luma: LumaStatistics

    init(_ frame: borrowing Frame, time: Duration) throws {
      self.frame = try frame.shared()
      self.time = time
      luma = LumaStatistics(frame)
    }
  }

  /// Below this mean luma, of 255, a picture is black.
  private static let blackMean = 28.0
  /// Below this deviation of luma, of 255, a picture is blank.
  private static let blankDeviation = 5.0
  /// A fade changes a picture by so much of itself within `fadeWindow`, and never turns back.
  private static let fadeShare = 0.08
  private static let fadeWindow = Duration.milliseconds(200)
  /// Pictures held at once while the next ones are awaited.
  private static let maxHeld = 12

  private let wanted: PosterTime
  private var chosen: Candidate?
  private var brightest: Candidate?
  /// Candidates whose followers are awaited, oldest first.
  private var held: [Candidate] = []
  /// What was settled on within `fadeWindow` before the oldest candidate.
  private var passed: [(time: Duration, luma: LumaStatistics)] = []
  private(set) var isDecided = false

  init(_ wanted: PosterTime) {
    self.wanted = wanted
  }

  /// Looks at the next output picture.
  mutating func add(_ frame: borrowing Frame, at time: Duration) throws {
    guard !isDecided else { return }
    switch wanted {
    case .first:
      chosen = try Candidate(frame, time: time)
      isDecided = true
    case .at(let moment):
      // The picture on screen at that moment: the last one that starts by then.
      if chosen == nil || time <= moment { chosen = try Candidate(frame, time: time) }
      if time > moment { isDecided = true }
    case .best:
      let candidate = try Candidate(frame, time: time)
      if candidate.luma.mean > brightest?.luma.mean ?? -1 { brightest = candidate }
      held.append(candidate)
      while let oldest = held.first,
        time - oldest.time >= Self.fadeWindow || held.count > Self.maxHeld
      {
        settle()
        if isDecided { return }
      }
    }
  }

  /// The poster, and why it was chosen; nil where there was no picture at all.
  mutating func finish() -> (Candidate, why: String)? {
    while !isDecided, !held.isEmpty { settle() }
    switch wanted {
    case .first: return chosen.map { ($0, "first") }
    case .at: return chosen.map { ($0, "asked for") }
    case .best:
      if let chosen { return (chosen, "first bright") }
      return brightest.map { ($0, "brightest") }
    }
  }

  /// Decides on the oldest candidate by those that follow it.
  private mutating func settle() {
    let candidate = held.removeFirst()
    let luma = candidate.luma
    passed.removeAll { candidate.time - $0.time > Self.fadeWindow }
    defer { passed.append((candidate.time, luma)) }
    // A fade out ends where the next scene begins, which only what came before it tells.
    guard luma.mean >= Self.blackMean, luma.deviation >= Self.blankDeviation,
      fade([luma] + held.map(\.luma)) == nil, fade(passed.map(\.luma) + [luma]) != .out
    else { return }
    chosen = candidate
    isDecided = true
    held = []
    brightest = nil
  }

  private enum Fade {
    case `in`, out
  }

  /// Whether brightness and contrast both grow, or both shrink, from each picture to the next.
  private func fade(_ pictures: [LumaStatistics]) -> Fade? {
    guard let first = pictures.first, let last = pictures.last, pictures.count > 2
    else { return nil }
    func runs(_ value: (LumaStatistics) -> Double) -> (up: Bool, down: Bool) {
      let change = value(last) - value(first)
      let share = abs(change) > Self.fadeShare * max(value(first), 1)
      let steps = zip(pictures, pictures.dropFirst()).map { value($1) - value($0) }
      return (share && steps.allSatisfy { $0 >= 0 }, share && steps.allSatisfy { $0 <= 0 })
    }
    let mean = runs(\.mean)
    let deviation = runs(\.deviation)
    if mean.up && deviation.up { return .in }
    return mean.down && deviation.down ? .out : nil
  }
}
