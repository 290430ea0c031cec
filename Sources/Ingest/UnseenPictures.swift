internal import FFmpeg

/// The packets of pictures that need not be decoded, since nobody sees them and no picture that is
/// seen leans on them.
///
/// Those are the ones before the last key frame at or before what is kept, and among the rest those
/// that the output's rate has no room for, where no other picture is coded against them.
struct UnseenPictures {
  /// A packet of the stream and what it holds.
  struct Coded {
    /// Its place among the stream's packets, from 0.
    var number: Int
    /// When it is shown, by the container's time line.
    var start: Duration
    /// Whether it is presented at all.
    var isShown: Bool
    var role: PictureRole
  }

  private let numbers: Set<Int>

  /// - Parameters:
  ///   - coded: all packets of the stream; none where it is not known when they are shown.
  ///   - kept: what is seen of the movie.
  ///   - end: when the last picture goes.
  ///   - rate: the most pictures a second that the output has.
  init(_ coded: [Coded], kept: Range<Duration>, end: Duration, rate: Int) {
    let wanted = Self.wanted(coded, kept: kept, end: end, rate: rate)
    guard let first = wanted.min(by: { $0.start < $1.start }),
      let lowest = wanted.map(\.number).min()
    else {
      numbers = []
      return
    }
    let entry = coded.last {
      $0.role.isEntry && $0.number <= lowest && $0.start <= first.start
    }
    let seen = Set(wanted.map(\.number))
    numbers = Set(
      coded.filter { picture in
        if let entry {
          if picture.number < entry.number { return true }
          // By its own word: a time alone may lie, and others lean on it.
          if picture.role.isLeading, picture.start < entry.start { return true }
        }
        return picture.role.isDisposable && !seen.contains(picture.number)
      }.map(\.number))
  }

  /// Whether a packet need not be decoded.
  func contains(_ number: Int) -> Bool { numbers.contains(number) }

  /// The pictures that `PictureLine` gives on, by the same rules.
  private static func wanted(
    _ coded: [Coded], kept: Range<Duration>, end: Duration, rate: Int
  ) -> [Coded] {
    let shown = coded.filter(\.isShown).sorted { ($0.start, $0.number) < ($1.start, $1.number) }
    var grid = RateGrid(rate: rate)
    var wanted: [Coded] = []
    for (place, picture) in shown.enumerated() where picture.start < kept.upperBound {
      let isLast = place + 1 == shown.count
      var until = isLast ? max(end, picture.start) : shown[place + 1].start
      if isLast, wanted.isEmpty { until = kept.upperBound }
      if PictureLine.isOver(from: picture.start, until: until, before: kept.lowerBound) {
        continue
      }
      if grid.takes(from: picture.start, until: until) { wanted.append(picture) }
    }
    return wanted
  }
}
