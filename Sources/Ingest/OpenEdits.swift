internal import Boxes
internal import FFmpeg

extension MovieStructure.Track {
  /// The place in `edits` of the one that shows the media from its time on to the end: the only one
  /// that shows any, with a duration of 0.
  ///
  /// ISO/IEC 14496-12, 8.6.6, has that for fragments, whose length is not known when the list is
  /// written; players take it so in plain files too. Beside other edits one of 0 shows nothing.
  var openEdit: Int? {
    let showing = edits.indices.filter { edits[$0].mediaTime >= 0 }
    guard showing.count == 1, let place = showing.first, edits[place].segmentDuration == 0,
      edits[place].rate == 1 << 16
    else { return nil }
    return place
  }
}

extension MovieStructure {
  /// The durations of open edits as numbers, for libavformat, which takes 0 for nothing shown and
  /// discards every packet.
  var openEditDurations: [Replacement] {
    tracks.compactMap { track in
      guard let edit = track.openEdit, let rows = track.editRows, track.timescale > 0,
        let end = track.compositionSpan?.upperBound
      else { return nil }
      let left = Int128(end) - Int128(track.edits[edit].mediaTime)
      // Rounded up, so that the last picture is not cut; an edit shows no more than there is.
      let scale = Int128(track.timescale)
      let ticks = (max(0, left) * Int128(timescale) + scale - 1) / scale
      let rowWidth = rows.count / track.edits.count
      let bits = rowWidth == 20 ? 64 : 32
      let duration = bits == 64 ? UInt64(clamping: ticks) : UInt64(UInt32(clamping: ticks))
      return Replacement(
        offset: Int64(clamping: rows.lowerBound) + Int64(edit * rowWidth),
        bytes: stride(from: bits - 8, through: 0, by: -8).map {
          UInt8(truncatingIfNeeded: duration >> UInt64($0))
        })
    }
  }
}
