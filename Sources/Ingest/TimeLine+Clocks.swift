internal import Boxes
internal import FFmpeg
internal import Rules

extension TimeLine {
  /// - Parameters:
  ///   - structure: of MP4 and QuickTime, whose edit lists hide what no reader is given.
  ///   - origin: when the first shown thing is, by the container's time line.
  init(
    pictures: StreamClock, sound: StreamClock?, structure: MovieStructure?, origin: Duration
  ) {
    // Writers leave gaps of a few milliseconds between packets of sound, which nobody hears.
    let gap: Int64 = 25_000
    self.init(
      pictures: Self.grouped(Self.pieces(pictures.shown, pictures.timeBase, origin)),
      hiddenPictures: Self.merged(Self.hidden(pictures, structure, origin), within: 0),
      sound: Self.merged(
        sound.map { Self.pieces($0.shown, $0.timeBase, origin).map(\.span) } ?? [], within: gap),
      hiddenSound: Self.merged(sound.map { Self.hidden($0, structure, origin) } ?? [], within: gap)
        .filter { $0.end - $0.start > Self.longestPriming(sound) })
  }

  /// What encoders put before the first sample is nobody's hidden sound; in microseconds.
  private static func longestPriming(_ sound: StreamClock?) -> Int64 {
    MovieStructure.longestPriming * 1_000_000 / Int64(max(1, sound?.stream.sampleRate ?? 1))
  }

  /// What no player presents: by the edit list where there is one, else packets that are only
  /// decoded for others' sake.
  private static func hidden(
    _ clock: StreamClock, _ structure: MovieStructure?, _ origin: Duration
  ) -> [Span] {
    let parts: [Range<Duration>]
    if let track = clock.track {
      parts = track.hidden()
    } else if clock.edited != nil, let structure,
      let track = structure.tracks.first(where: { Int($0.id) == clock.stream.id })
    {
      parts = structure.hidden(of: track)
    } else {
      return pieces(clock.hidden, clock.stream.timeBase, origin).map(\.span)
    }
    return parts.map {
      Span(
        start: ($0.lowerBound - origin).roundedMicroseconds,
        end: ($0.upperBound - origin).roundedMicroseconds)
    }
  }

  private struct Piece {
    var span: Span
    var bytes: Int
    var isKey: Bool
  }

  /// In order of time; a picture lasts until the next one comes.
  private static func pieces(
    _ shown: [StreamClock.Shown], _ base: Ratio, _ origin: Duration
  ) -> [Piece] {
    let sorted = shown.sorted { $0.start < $1.start }
    func place(_ ticks: Int64) -> Int64 { (base.duration(ticks) - origin).roundedMicroseconds }
    return sorted.indices.map { index in
      let piece = sorted[index]
      let start = place(piece.start)
      let next = index + 1 < sorted.count ? place(sorted[index + 1].start) : nil
      let end = piece.start.addingReportingOverflow(piece.duration)
      let own = end.overflow ? start : place(end.partialValue)
      return Piece(
        span: Span(start: start, end: max(start, min(own, next ?? own))), bytes: piece.size,
        isKey: piece.isKey)
    }
  }

  /// So many of them together that the drawing has room.
  private static func grouped(_ pieces: [Piece]) -> [Pictures] {
    let size = max(1, (pieces.count + mostEntries - 1) / mostEntries)
    return stride(from: 0, to: pieces.count, by: size).map { first in
      let group = pieces[first..<min(first + size, pieces.count)]
      let start = pieces[first].span.start
      return Pictures(
        span: Span(start: start, end: group.reduce(start) { max($0, $1.span.end) }),
        count: group.count, bytes: group.reduce(0) { $0 + Int64($1.bytes) },
        keyFrames: group.count { $0.isKey },
        longest: group.reduce(0) {
          max($0, $1.span.end.subtractingReportingOverflow($1.span.start).partialValue)
        })
    }
  }

  /// Parts that touch, or nearly so, as one; the last one takes what there is no room for.
  private static func merged(_ parts: [Span], within gap: Int64) -> [Span] {
    var spans: [Span] = []
    for part in parts.sorted(by: { $0.start < $1.start }) {
      guard let last = spans.last else {
        spans.append(part)
        continue
      }
      let limit = last.end.addingReportingOverflow(gap)
      if part.start <= (limit.overflow ? .max : limit.partialValue)
        || spans.count == mostEntries
      {
        spans[spans.count - 1].end = max(last.end, part.end)
      } else {
        spans.append(part)
      }
    }
    return spans
  }
}
