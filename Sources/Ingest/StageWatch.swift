internal import Rules

/// Tells how long each stage of a movie's way takes: whoever begins one gives the clock back to the one
/// before it.
///
/// Reading the monotonic clock takes no system call, some 25 ns: a clip reads it a few thousand times.
final class StageWatch {
  enum Stage: Int, CaseIterable {
    case probe, read, decode, scale, encode, sound, poster, write
  }

  private var totals = [Duration?](repeating: nil, count: Stage.allCases.count)
  private var current: Stage?
  private var since = Clock.monotonic

  /// Begins a stage, or none.
  ///
  /// - Returns: the one that went on until now, to be begun again.
  @discardableResult
  func begin(_ stage: Stage?) -> Stage? {
    let now = Clock.monotonic
    if let current {
      totals[current.rawValue] = (totals[current.rawValue] ?? .zero) + (now - since)
    }
    since = now
    let outer = current
    current = stage
    return outer
  }

  /// All until now.
  var times: StageTimes {
    begin(current)
    var times = StageTimes()
    times.probe = totals[Stage.probe.rawValue]
    times.read = totals[Stage.read.rawValue]
    times.decode = totals[Stage.decode.rawValue]
    times.scale = totals[Stage.scale.rawValue]
    times.encode = totals[Stage.encode.rawValue]
    times.sound = totals[Stage.sound.rawValue]
    times.poster = totals[Stage.poster.rawValue]
    times.write = totals[Stage.write.rawValue]
    return times
  }
}
