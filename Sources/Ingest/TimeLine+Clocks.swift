internal import FFmpeg
internal import Rules

extension TimeLine {
  /// - Parameters:
  ///   - origin: when the first shown thing is, by the container's time line.
  init(pictures: StreamClock, sound: StreamClock?, origin: Duration) {
    self.init(
      pictures: Self.grouped(Self.pieces(pictures.shown, pictures.timeBase, origin)),
      hiddenPictures: Self.merged(
        Self.pieces(pictures.hidden, pictures.stream.timeBase, origin), within: 0),
      // Writers leave gaps of a few milliseconds between packets of sound, which nobody hears.
      sound: Self.merged(
        sound.map { Self.pieces($0.shown, $0.timeBase, origin) } ?? [], within: 25_000),
      hiddenSound: Self.merged(
        sound.map { Self.pieces($0.hidden, $0.stream.timeBase, origin) } ?? [], within: 25_000
      ).filter { $0.end - $0.start > Self.longestPriming })
  }

  /// What encoders put before the first sample, 4,096 samples at most, is nobody's hidden sound.
  private static let longestPriming: Int64 = 100_000

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
  private static func merged(_ pieces: [Piece], within gap: Int64) -> [Span] {
    var spans: [Span] = []
    for piece in pieces {
      guard let last = spans.last else {
        spans.append(piece.span)
        continue
      }
      let limit = last.end.addingReportingOverflow(gap)
      if piece.span.start <= (limit.overflow ? .max : limit.partialValue)
        || spans.count == mostEntries
      {
        spans[spans.count - 1].end = max(last.end, piece.span.end)
      } else {
        spans.append(piece.span)
      }
    }
    return spans
  }
}
