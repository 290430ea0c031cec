internal import Boxes
internal import FFmpeg

extension MovieStructure {
  /// No edit starts later; the longest time that a count of ticks stands for.
  static let farthest = Duration.seconds(1_000_000_000_000_000_000)

  /// When a track is presented, on the movie's time line (ISO/IEC 14496-12, 8.6.6), by its edit list
  /// or without one by its media; nil where only its packets tell.
  ///
  /// Each edit shows the part of its media that exists. A dwell (rate 0) or another speed is not a
  /// cut: libav ignores both, and so does this. Fragmented movies, whose edit lists are written
  /// before their media, are measured by their packets.
  func presentation(of track: Track) -> ClosedRange<Duration>? {
    guard !isFragmented, timescale > 0, track.timescale > 0, let media = track.compositionSpan,
      track.edits.allSatisfy({ $0.rate == 1 << 16 })
    else { return nil }
    let movieBase = Ratio(1, Int32(clamping: timescale))
    let trackBase = Ratio(1, Int32(clamping: track.timescale))
    let mediaStart = trackBase.duration(media.lowerBound)
    let mediaEnd = trackBase.duration(media.upperBound)
    // Without a list, sound may still have priming that only its packets tell of.
    if track.edits.isEmpty {
      return track.handler == "vide" ? mediaStart...max(mediaStart, mediaEnd) : nil
    }
    let open = track.openEdit
    var place = Duration.zero
    var shown: ClosedRange<Duration>?
    for edit in track.edits {
      let length = movieBase.duration(Int64(clamping: edit.segmentDuration))
      // A thousand edits of the longest duration would leave the range of times.
      defer { place = min(place + length, Self.farthest) }
      guard edit.mediaTime >= 0 else { continue }
      let from = trackBase.duration(edit.mediaTime)
      let to = open == nil ? min(mediaEnd, from + length) : mediaEnd
      let start = max(mediaStart, from)
      guard start < to else { continue }
      let range = (place + start - from)...(place + to - from)
      shown = shown.map { $0.lowerBound...max($0.upperBound, range.upperBound) } ?? range
    }
    return shown
  }

  /// The media before and behind what the only edit of a track shows, on the movie's time line as if it
  /// were shown there too; nothing where there is no edit, or several.
  func hidden(of track: Track) -> [Range<Duration>] {
    guard track.hasPlainEdits, let shown = presentation(of: track),
      let media = track.compositionSpan,
      let edit = track.edits.first(where: { $0.mediaTime >= 0 })
    else { return [] }
    let base = Ratio(1, Int32(clamping: track.timescale))
    let (start, end) = (base.duration(media.lowerBound), base.duration(media.upperBound))
    let from = max(start, base.duration(edit.mediaTime))
    let to = from + (shown.upperBound - shown.lowerBound)
    let before = shown.lowerBound - (from - start)..<shown.lowerBound
    let behind = shown.upperBound..<shown.upperBound + max(.zero, end - to)
    return [before, behind].filter { !$0.isEmpty }
  }

  /// Whether libav may hide packets because an edit list leaves them out.
  ///
  /// It follows edit lists in the sample tables only. In fragments it hides each packet whose
  /// decoding time is not later than the one before, as writers make them whose samples last 0
  /// ticks; those are as good as the others.
  var mayHidePackets: Bool {
    tracks.contains { $0.indexedSampleCount > 0 && !$0.edits.isEmpty }
  }

  /// When the only edit of a fragmented track begins to show its media, on the movie's time line; nil
  /// where there is none.
  ///
  /// libav moves packets there, and gives those that come before as if they were shown.
  func beginning(of track: Track) -> Duration? {
    guard isFragmented, timescale > 0,
      let first = track.edits.firstIndex(where: { $0.mediaTime >= 0 }),
      track.edits[first].rate == 1 << 16,
      !track.edits[(first + 1)...].contains(where: { $0.mediaTime >= 0 })
    else { return nil }
    let movieBase = Ratio(1, Int32(clamping: timescale))
    return track.edits[..<first].reduce(.zero) { time, edit in
      min(time + movieBase.duration(Int64(clamping: edit.segmentDuration)), Self.farthest)
    }
  }

  /// The beginnings of all tracks that have one, by their number.
  var beginnings: [Int: Duration] {
    // Two tracks of one number are hidden no more than either list says.
    Dictionary(
      tracks.compactMap { track in beginning(of: track).map { (Int(track.id), $0) } },
      uniquingKeysWith: min)
  }

  /// What iTunes says of the padding of a track of sound, where it is the only one and no edit list
  /// tells; libav takes it for the last track's, of pictures or not, and leaves out the end.
  func padding(of track: Track) -> SoundPadding? {
    guard track.handler == "soun", track.edits.isEmpty,
      tracks.count(where: { $0.handler == "soun" }) == 1
    else { return nil }
    return soundPadding
  }

  /// Priming of sound that an edit list leaves out is at most so many samples; more is media.
  static let longestPriming: Int64 = 4_096
  /// The lowest rate of AAC (ISO/IEC 14496-3, 1.6.3.4); ticks that are coarser are not samples.
  private static let lowestRate: UInt32 = 7_350

  /// How long the media of a track is without its edit list, priming not counted; zero where it has
  /// none.
  ///
  /// The end of the last picture by its own delta counts too much where pictures of varying length
  /// are reordered, since that delta may be another picture's time. The sum of all deltas, or what
  /// the edit list shows of it, bounds that.
  func length(of track: Track) -> Duration {
    guard track.timescale > 0, let media = track.compositionSpan else { return .zero }
    let base = Ratio(1, Int32(clamping: track.timescale))
    let shown = presentation(of: track).map { $0.upperBound - $0.lowerBound } ?? .zero
    let length = min(
      base.duration(media.upperBound) - base.duration(media.lowerBound),
      max(base.duration(Int64(clamping: track.mediaDuration)), shown))
    guard track.handler == "soun", track.timescale >= Self.lowestRate,
      let first = track.edits.first(where: { $0.mediaTime >= 0 }),
      first.mediaTime <= Self.longestPriming
    else { return length }
    return max(.zero, length - base.duration(first.mediaTime))
  }
}
