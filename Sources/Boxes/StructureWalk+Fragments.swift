extension StructureWalk {
  /// `trex`, 8.8.3.
  mutating func readFragmentDefaults(_ box: Box) throws(BoxFault) {
    let id = try number32(box, at: 4)
    // The first of two holds, as demuxers have it.
    guard fragments.defaults[id] == nil else { return }
    fragments.defaults[id] = FragmentDefaults(
      duration: try number(box, at: 12), size: try number(box, at: 16))
  }

  /// `tfhd`, 8.8.7.
  mutating func readFragmentHeader(_ box: Box) throws(BoxFault) {
    guard fragments.fragment == nil else { throw box.fault(.corrupt, "it is there twice") }
    let flags = try number(box, at: 0) & 0xFF_FFFF
    let id = try number32(box, at: 4)
    guard var defaults = fragments.defaults[id],
      let track = tracks.firstIndex(where: { $0.track.id == id })
    else { throw box.fault(.corrupt, "it is of a track that the index does not announce") }
    var base = flags & 0x02_0000 != 0 ? fragments.start : fragments.previousEnd
    var offset: UInt64 = 8
    if flags & 0x01 != 0 {
      base = try number(box, at: offset, width: 8)
      offset += 8
    }
    if flags & 0x02 != 0 { offset += 4 }
    if flags & 0x08 != 0 {
      defaults.duration = try number(box, at: offset)
      offset += 4
    }
    if flags & 0x10 != 0 { defaults.size = try number(box, at: offset) }
    fragments.fragment = TrackFragment(
      track: track, defaults: defaults, base: base, nextData: base)
  }

  /// `tfdt`, 8.8.12.
  mutating func readFragmentTime(_ box: Box) throws(BoxFault) {
    guard let fragment = fragments.fragment, !fragment.hasRun else {
      throw box.fault(.corrupt, "it does not stand between header and runs")
    }
    let time = try number(box, at: 4, width: try isWide(box) ? 8 : 4)
    guard let time = Int64(exactly: time) else {
      throw box.fault(.corrupt, "its times do not fit into a clock")
    }
    tracks[fragment.track].jump(to: time, in: fragments.numbers.count - 1)
  }

  /// `trun`, 8.8.8.
  mutating func readRun(_ box: Box) throws(BoxFault) {
    guard var fragment = fragments.fragment else {
      throw box.fault(.corrupt, "it stands before the header")
    }
    let flags = try number(box, at: 0) & 0xFF_FFFF
    let count = try number(box, at: 4)
    try limits.countSamples(count, of: box)
    var offset: UInt64 = 8
    var start = fragment.nextData
    if flags & 0x01 != 0 {
      let relative = Int64(Int32(bitPattern: try number32(box, at: offset)))
      offset += 4
      let overflow: Bool
      (start, overflow) =
        relative < 0
        ? fragment.base.subtractingReportingOverflow(relative.magnitude)
        : fragment.base.addingReportingOverflow(relative.magnitude)
      guard !overflow else { throw box.fault(.corrupt, "its data is beyond any file") }
    }
    if flags & 0x04 != 0 { offset += 4 }
    guard offset <= box.length else { throw box.fault(.corrupt, "it is too short for its fields") }
    let length = try runClock(box, count: count, flags: flags, rowsAt: offset, of: fragment)
    let (end, overflow) = start.addingReportingOverflow(length)
    guard !overflow else { throw box.fault(.corrupt, "its data is beyond any file") }
    guard length == 0 || end <= reader.size else {
      throw box.fault(.truncated, "its data goes on after the end of the file")
    }
    fragment.nextData = end
    fragment.hasRun = true
    fragments.fragment = fragment
  }

  /// Runs the track's clock over a run's samples and answers the sum of their sizes.
  private mutating func runClock(
    _ box: Box, count: UInt64, flags: UInt64, rowsAt offset: UInt64, of fragment: TrackFragment
  ) throws(BoxFault) -> UInt64 {
    let hasDuration = flags & 0x100 != 0
    let hasSize = flags & 0x200 != 0
    let hasFlags = flags & 0x400 != 0
    let hasOffset = flags & 0x800 != 0
    let fields = [hasDuration, hasSize, hasFlags, hasOffset].filter { $0 }.count
    var draft = tracks[fragment.track]
    var length: UInt64 = 0
    if fields == 0 {
      guard count > 0 else { return 0 }
      try draft.clock.run(
        count: count, delta: Int64(fragment.defaults.duration), offset: 0, of: box)
      // At most a million samples of a 32-bit size.
      length = count * fragment.defaults.size
    } else {
      var rows = try Table(
        box, count: count, at: offset, rowWidth: UInt64(fields) * 4, reader: reader,
        limits: &limits)
      while rows.next() {
        var field: UInt64 = 0
        var duration = fragment.defaults.duration
        var size = fragment.defaults.size
        var compositionOffset: Int64 = 0
        if hasDuration {
          duration = try rows.field(at: field)
          field += 4
        }
        if hasSize {
          size = try rows.field(at: field)
          field += 4
        }
        if hasFlags { field += 4 }
        if hasOffset {
          compositionOffset = Int64(Int32(truncatingIfNeeded: try rows.field(at: field)))
        }
        try draft.clock.run(count: 1, delta: Int64(duration), offset: compositionOffset, of: box)
        length += size
      }
    }
    try draft.add(samples: count)
    if count > 0 { draft.lastFragment = fragments.numbers.count - 1 }
    tracks[fragment.track] = draft
    return length
  }
}
