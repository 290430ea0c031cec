internal import Boxes
internal import FFmpeg

/// A track's edit list (ISO/IEC 14496-12, 8.6.6): which parts of its media are presented, and when.
///
/// libav applies a list of one part well. Of longer ones it shows media that no edit names and loses
/// pictures that are coded out of order; those are not left to it but applied here.
struct EditList {
  /// What one edit shows.
  struct Part {
    /// When it begins, on the movie's time line.
    var place: Duration
    /// Which media, in ticks of the track's clock; empty where a picture is held.
    var media: Range<Int64>
    /// How long the picture of that moment is held, where the edit is a dwell (rate 0).
    var held: Duration?
  }

  /// In order of the movie's time line; edits that show nothing have none.
  private(set) var parts: [Part] = []
  /// The track's clock.
  let mediaBase: Ratio
  /// A clock that has every tick of the movie's and of the track's, where there is one.
  let lineBase: Ratio
  /// What durations of edits are rounded to: a tick of the movie's clock.
  let precision: Duration

  /// - Parameter timescale: ticks a second of the movie's clock.
  /// - Returns: nil where the track has no list.
  init?(_ track: MovieStructure.Track, timescale: UInt32, mediaBase: Ratio) {
    guard !track.edits.isEmpty, mediaBase.isPositive else { return nil }
    // libav counts in seconds where a movie has no clock.
    let movieBase = Ratio(1, Int32(clamping: max(1, timescale)))
    self.mediaBase = mediaBase
    lineBase = Self.common(movieBase, mediaBase)
    precision = movieBase.duration(1)
    let open = track.openEdit
    var place = Duration.zero
    for (index, edit) in track.edits.enumerated() {
      let length = movieBase.duration(Int64(clamping: edit.segmentDuration))
      // A thousand edits of the longest duration would leave the range of times.
      defer { place = min(place + length, MovieStructure.farthest) }
      guard edit.mediaTime >= 0, index == open || length > .zero else { continue }
      let from = edit.mediaTime
      if edit.rate == 0 {
        append(Part(place: place, media: from..<from, held: length))
      } else {
        let (to, overflow) = from.addingReportingOverflow(mediaBase.ticks(length))
        append(Part(place: place, media: from..<(index == open || overflow ? .max : to)))
      }
    }
  }

  /// Adds a part; one that goes on where the one before it ends is no part of its own.
  private mutating func append(_ part: Part) {
    if let last = parts.last, last.held == nil, part.held == nil,
      last.media.upperBound == part.media.lowerBound, end(of: last) == part.place
    {
      parts[parts.count - 1].media = last.media.lowerBound..<part.media.upperBound
    } else {
      parts.append(part)
    }
  }

  private func end(of part: Part) -> Duration {
    let (ticks, overflow) = part.media.upperBound.subtractingReportingOverflow(
      part.media.lowerBound)
    return part.place + mediaBase.duration(overflow ? .max : ticks)
  }

  private static func common(_ movie: Ratio, _ media: Ratio) -> Ratio {
    var (one, other) = (movie.denominator, media.denominator)
    while other != 0 { (one, other) = (other, one % other) }
    let (ticks, overflow) = (movie.denominator / one).multipliedReportingOverflow(
      by: media.denominator)
    if !overflow, media.numerator == 1 { return Ratio(1, ticks) }
    return media.denominator >= movie.denominator ? media : movie
  }
}

extension MovieStructure.Track {
  /// Whether there is no edit list, or one that libav applies as it is meant: one part, played at
  /// its own speed, late or not.
  var hasPlainEdits: Bool {
    let shown = edits.first?.mediaTime == -1 ? edits.dropFirst() : edits[...]
    guard let only = shown.first else { return edits.isEmpty }
    return shown.count == 1 && only.mediaTime >= 0 && only.rate == 1 << 16
  }

  /// Whether an edit plays media faster, slower or backwards: any rate but 1, and 0, which holds a
  /// picture.
  var changesSpeed: Bool {
    edits.contains {
      $0.mediaTime >= 0 && $0.segmentDuration > 0 && $0.rate != 1 << 16 && $0.rate != 0
    }
  }
}

extension MovieStructure {
  /// Whether the edit lists are applied by `EditList`, and by libav none of them.
  var appliesEdits: Bool {
    tracks.contains { ["vide", "soun"].contains($0.handler) && !$0.hasPlainEdits }
  }
}
