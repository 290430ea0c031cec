/// The sample tables of one track (`stbl`, ISO/IEC 14496-12, 8.6 and 8.7), read side by side.
///
/// Three tables count the samples (`stts`, `stsz`, `stsc` over `stco`), and a demuxer believes
/// another one than a player does: where they differ there is no truth to judge by.
struct SampleTables {
  /// The number of samples.
  let count: UInt64
  /// The number of rows in `stss`.
  let syncSampleCount: Int?

  private let sizes: SampleSizes
  private let durations: Table?
  private let offsets: Table?
  private let runs: Table?
  private let places: Table?
  private let trak: Box
  private let soundPacking: SoundPacking?

  init(_ draft: TrackDraft, reader: BoxReader, limits: inout WalkLimits) throws(BoxFault) {
    var header = ByteWindow(reader, capacity: 64)
    let tables = draft.tables
    func table(
      _ type: BoxType, rowWidth: UInt64, _ limits: inout WalkLimits
    ) throws(BoxFault) -> Table? {
      guard let box = tables[type] else { return nil }
      guard box.length >= 8 else { throw box.fault(.corrupt, "it is too short for its fields") }
      let count = try header.number(at: box.contents + 4, width: 4)
      return try Table(
        box, count: count, at: 8, rowWidth: rowWidth, reader: reader, limits: &limits)
    }
    trak = draft.box
    durations = try table("stts", rowWidth: 8, &limits)
    offsets = try table("ctts", rowWidth: 8, &limits)
    runs = try table("stsc", rowWidth: 12, &limits)
    places = try table("stco", rowWidth: tables["stco"]?.type == "co64" ? 8 : 4, &limits)
    syncSampleCount = try table("stss", rowWidth: 4, &limits).map { Int($0.count) }
    sizes = try SampleSizes(tables["stsz"], reader: reader, limits: &limits)
    count = sizes.count

    let isOneRunOfOneTick = try Self.isOneRunOfOneTick(durations)
    if draft.track.handler == "soun", sizes.constant != nil, isOneRunOfOneTick {
      try limits.countSoundFrames(count, of: trak)
      soundPacking = sizes.constant == 1 ? draft.soundPacking : nil
    } else {
      try limits.countSamples(count, of: trak)
      soundPacking = nil
    }
  }

  private static func isOneRunOfOneTick(_ durations: Table?) throws(BoxFault) -> Bool {
    guard var durations, durations.count == 1, durations.next() else { return false }
    return try durations.field(at: 4) == 1
  }
}

// MARK: - Where the samples are

extension SampleTables {
  /// Checks that every chunk lies inside the file and that the chunks hold all samples.
  func checkPlaces(fileSize: UInt64) throws(BoxFault) {
    guard var places, places.count > 0 else {
      if count > 0 { throw trak.fault(.corrupt, "it has samples without a place") }
      return
    }
    guard var runs, runs.next() else {
      throw places.box.fault(.corrupt, "it has chunks without samples")
    }
    guard try runs.field(at: 0) == 1 else {
      throw runs.box.fault(.corrupt, "its first run does not start at the first chunk")
    }
    let placeWidth = places.box.type == "co64" ? 8 : 4
    var sizes = sizes
    var left = count
    var perChunk = try runs.field(at: 4)
    // The chunk at which the next run starts.
    var nextRun = try Self.start(ofNext: &runs, after: 1)
    var chunk: UInt64 = 0
    while places.next() {
      chunk += 1
      if chunk == nextRun {
        perChunk = try runs.field(at: 4)
        nextRun = try Self.start(ofNext: &runs, after: chunk)
      }
      guard 1...max(1, left) ~= perChunk, left > 0 else {
        throw runs.box.fault(.corrupt, "its chunks do not hold the samples there are")
      }
      left -= perChunk
      let length = try bytes(of: perChunk, &sizes)
      let start = try places.field(at: 0, width: placeWidth)
      let (end, overflow) = start.addingReportingOverflow(length)
      guard !overflow else { throw places.box.fault(.corrupt, "a chunk is beyond any file") }
      guard length == 0 || end <= fileSize else {
        throw places.box.fault(.truncated, "chunk \(chunk) goes on after the end of the file")
      }
    }
    guard left == 0, nextRun == nil else {
      throw runs.box.fault(.corrupt, "its chunks do not hold the samples there are")
    }
  }

  /// Goes on to the next run and answers the chunk at which it starts; nil after the last one.
  private static func start(
    ofNext runs: inout Table, after chunk: UInt64
  ) throws(BoxFault) -> UInt64? {
    guard runs.next() else { return nil }
    let start = try runs.field(at: 0)
    guard start > chunk else { throw runs.box.fault(.corrupt, "its runs are out of order") }
    return start
  }

  private func bytes(
    of samples: UInt64, _ sizes: inout SampleSizes
  ) throws(BoxFault) -> UInt64 {
    guard let soundPacking else { return try sizes.next(samples) }
    // 32-bit factors: the product fits.
    return samples / soundPacking.frames * soundPacking.bytes
  }
}

// MARK: - When the samples are

extension SampleTables {
  /// From here on FFmpeg takes a duration for a negative one: 480,000 below 2^32.
  private static let disputed: Int64 = 0xFFFF_FFFF - 479_999
  /// Beyond this many ticks FFmpeg takes a composition offset for damage.
  private static let disputedOffset: Int64 = 1 << 28

  /// Runs a track's clock over all samples.
  func runClock(_ clock: inout SampleClock) throws(BoxFault) {
    guard var durations else {
      if count > 0 { throw trak.fault(.corrupt, "it has samples without a duration") }
      return
    }
    var offsets = offsets
    var offset: Int64 = 0
    // How many samples the current row of `ctts` still covers; nil once it has no more rows.
    var covered: UInt64? = 0
    var left = count
    while durations.next() {
      var inRun = try durations.field(at: 0)
      guard inRun <= left else {
        throw durations.box.fault(.corrupt, "it does not count the samples there are")
      }
      left -= inRun
      let delta = Int64(try durations.field(at: 4))
      if inRun > 0, delta >= Self.disputed { clock.hasDisputedDurations = true }
      while inRun > 0 {
        while covered == 0 {
          covered = try Self.nextOffset(&offsets, &offset)
        }
        if offset.magnitude > Self.disputedOffset { clock.hasDisputedOffsets = true }
        let step = min(inRun, covered ?? inRun)
        try clock.run(count: step, delta: delta, offset: offset, of: durations.box)
        inRun -= step
        covered = covered.map { $0 - step }
      }
    }
    guard left == 0 else {
      throw durations.box.fault(.corrupt, "it does not count the samples there are")
    }
    while covered == 0 {
      covered = try Self.nextOffset(&offsets, &offset)
    }
    if covered != nil, let box = offsets?.box {
      throw box.fault(.corrupt, "it has offsets for more samples than there are")
    }
  }

  /// The next row of `ctts`: offsets count as signed in either version, as everybody reads them.
  private static func nextOffset(
    _ offsets: inout Table?, _ offset: inout Int64
  ) throws(BoxFault) -> UInt64? {
    guard var table = offsets, table.next() else {
      offset = 0
      return nil
    }
    offset = Int64(Int32(truncatingIfNeeded: try table.field(at: 4)))
    let count = try table.field(at: 0)
    offsets = table
    return count
  }
}
