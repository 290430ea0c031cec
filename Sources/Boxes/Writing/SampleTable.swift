/// A track's samples as the tables of an index want them: checked, and run-length coded.
struct SampleTable: Equatable {
  /// A value that `count` samples in a row share.
  struct Run: Equatable {
    var count: UInt32
    var value: UInt32
  }

  /// Decode durations, for `stts`.
  let durations: [Run]
  /// Composition offsets, for `ctts`; empty where each of them is 0.
  let offsets: [Run]
  /// The numbers, from 1, of the samples that decoding may begin at; nil where it is each of them.
  let syncSamples: [UInt32]?
  /// Bytes a sample.
  let sizes: [UInt32]
  /// The sum of the decode durations.
  let mediaDuration: UInt64

  /// Checks the samples and gathers the tables.
  ///
  /// The last sample is decoded before nothing, so its duration is free: it is changed so that the
  /// media lasts `lasting` ticks, which is what the edit list shows of it. Programs that do not
  /// apply edits then count the padding of sound and the rest of a picture that is cut short no
  /// more than players do. Where a whole sample is too much, it is left to the edit list.
  ///
  /// - Parameter until: where in the media the last picture goes. It may be another than the last
  ///   one that is decoded, which alone can last longer: see `rest`.
  init(
    _ samples: [WrittenSample], of track: WrittenChunk.Track, lasting: UInt64, until: UInt64 = 0
  ) throws(IndexWriterError) {
    guard !samples.isEmpty else { throw IndexWriterError(.noSamples, track: track) }
    guard UInt32(exactly: samples.count) != nil else {
      throw IndexWriterError(.tooLarge, track: track)
    }
    var durations: [Run] = []
    var offsets: [Run] = []
    var syncSamples: [UInt32] = []
    var mediaDuration: UInt64 = 0
    // When the latest picture but the last decoded one goes.
    var latest: UInt64 = 0
    for (index, sample) in samples.enumerated() {
      guard sample.duration > 0, sample.duration <= UInt32(Int32.max) else {
        throw IndexWriterError(.sampleDuration, track: track)
      }
      guard sample.compositionOffset >= 0, track == .video || sample.compositionOffset == 0 else {
        throw IndexWriterError(.compositionOffset, track: track)
      }
      if index + 1 < samples.count {
        latest = max(
          latest, mediaDuration + UInt64(sample.compositionOffset) + UInt64(sample.duration))
      }
      // Fewer than 2^32 samples of fewer than 2^31 ticks stay below 2^63.
      mediaDuration += UInt64(sample.duration)
      Self.extend(&durations, by: sample.duration)
      Self.extend(&offsets, by: UInt32(sample.compositionOffset))
      if sample.isSync || track == .audio { syncSamples.append(UInt32(index) + 1) }
    }
    if let last = samples.last {
      let before = mediaDuration - UInt64(last.duration)
      if lasting > before {
        let rest = Self.rest(
          lasting - before, from: before + UInt64(last.compositionOffset), latest: latest,
          until: until)
        // A picture may stay; sound that was never coded cannot be heard.
        guard let end = Int32(exactly: rest), track == .video || end <= last.duration else {
          throw IndexWriterError(.presentation, track: track)
        }
        durations[durations.count - 1].count -= 1
        if durations.last?.count == 0 { durations.removeLast() }
        Self.extend(&durations, by: UInt32(end))
        mediaDuration = before + rest
      }
    }
    self.durations = durations
    self.offsets = offsets.contains { $0.value != 0 } ? offsets : []
    self.syncSamples = syncSamples.count == samples.count ? nil : syncSamples
    self.sizes = samples.map(\.size)
    self.mediaDuration = mediaDuration
  }

  /// How long the last decoded picture lasts, which is shown from `start` on: `length`, or until the
  /// movie's end where the picture that is held there would go too early otherwise.
  ///
  /// The media is longer then than what is shown, by the pictures that were coded out of order; so a
  /// difference of less than half of that stays.
  private static func rest(
    _ length: UInt64, from start: UInt64, latest: UInt64, until: UInt64
  ) -> UInt64 {
    let reached = max(latest, start + length)
    guard until > reached else { return length }
    let (missing, excess) = (until - reached, until - start - length)
    return missing > excess / 2 ? until - start : length
  }

  /// Appends `stts`, `ctts` and `stss` (ISO/IEC 14496-12, 8.6.1.2, 8.6.1.3, 8.6.2).
  func appendTimes(to builder: inout BoxBuilder) throws(IndexWriterError) {
    try append(durations, as: "stts", to: &builder)
    if !offsets.isEmpty { try append(offsets, as: "ctts", to: &builder) }
    guard let syncSamples else { return }
    try builder.fullBox("stss") { builder throws(IndexWriterError) in
      builder.uint32(UInt32(syncSamples.count))
      for number in syncSamples { builder.uint32(number) }
    }
  }

  /// Appends `stsz` (8.7.3.2), in its short form where all samples are of one size.
  func appendSizes(to builder: inout BoxBuilder) throws(IndexWriterError) {
    // A common size of 0 would announce a table, so empty samples are written as one.
    let common = sizes.first ?? 0
    let isCommon = common != 0 && sizes.allSatisfy { $0 == common }
    try builder.fullBox("stsz") { builder throws(IndexWriterError) in
      builder.uint32(isCommon ? common : 0)
      builder.uint32(UInt32(sizes.count))
      if !isCommon { for size in sizes { builder.uint32(size) } }
    }
  }

  private func append(
    _ runs: [Run], as type: String, to builder: inout BoxBuilder
  ) throws(IndexWriterError) {
    try builder.fullBox(type) { builder throws(IndexWriterError) in
      builder.uint32(UInt32(runs.count))
      for run in runs {
        builder.uint32(run.count)
        builder.uint32(run.value)
      }
    }
  }

  private static func extend(_ runs: inout [Run], by value: UInt32) {
    if let last = runs.indices.last, runs[last].value == value {
      runs[last].count += 1
    } else {
      runs.append(Run(count: 1, value: value))
    }
  }
}
