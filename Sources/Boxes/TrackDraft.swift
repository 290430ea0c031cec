/// What a `trak` has said so far.
struct TrackDraft {
  let box: Box
  var track = MovieStructure.Track()
  var hasHeader = false
  var hasMediaHeader = false
  var soundPacking: SoundPacking?
  /// The sample tables by type; `co64` stands under `stco` and `stz2` under `stsz`.
  var tables: [BoxType: Box] = [:]
  /// The media time at which the next sample starts, past the sample tables and each fragment.
  var clock = SampleClock()
  /// The place of the last fragment that has samples of the track.
  var lastFragment: Int?
  /// Where its fragments do not follow one another in time.
  var holes: [FragmentNumbers.Hole] = []

  init(_ box: Box) {
    self.box = box
  }

  /// Counts the samples of the tables and checks them against each other and the file.
  mutating func finish(reader: BoxReader, limits: inout WalkLimits) throws(BoxFault) {
    guard hasHeader else { throw box.fault(.corrupt, "it has no track header") }
    let samples = try SampleTables(self, reader: reader, limits: &limits)
    try samples.checkPlaces(fileSize: reader.size)
    try samples.runClock(&clock)
    track.syncSampleCount = samples.syncSampleCount
    try add(samples: samples.count)
    track.indexedSampleCount = track.sampleCount
  }

  /// Takes over what the clock has measured after `count` more samples.
  mutating func add(samples count: UInt64) throws(BoxFault) {
    guard count > 0 else { return }
    guard track.timescale > 0 else { throw box.fault(.corrupt, "its clock stands still") }
    track.sampleCount += Int(count)
    track.mediaDuration = clock.duration
    track.compositionSpan = clock.span
    track.steadyDuration = clock.steadyDuration
    track.drift = clock.drift
    track.hasDisputedDurations = clock.hasDisputedDurations
    track.hasDisputedOffsets = clock.hasDisputedOffsets
  }

  /// Goes on at a time of the track's clock that a fragment tells.
  mutating func jump(to time: Int64, in fragment: Int) {
    if let lastFragment, lastFragment < fragment, time > clock.time {
      // Both are of 63 bits, and the time of a clock may be negative by no more than that.
      let length = time.subtractingReportingOverflow(clock.time)
      holes.append(
        FragmentNumbers.Hole(
          fragments: lastFragment + 1..<fragment + 1,
          length: length.overflow ? .max : length.partialValue.magnitude))
    }
    clock.time = time
  }

  /// How many samples are usual in a hole: no more than is surely counted without an overflow.
  private func usualSamples(in hole: FragmentNumbers.Hole) -> Int {
    guard track.sampleCount > 0, track.mediaDuration > 0 else { return 0 }
    let usual = Double(track.mediaDuration) / Double(track.sampleCount)
    return Int(min((Double(hole.length) / usual).rounded(), 1e12))
  }

  /// The holes that are long enough for a sample: what is shorter than half of one is how a writer
  /// rounds its times.
  var longHoles: [FragmentNumbers.Hole] { holes.filter { usualSamples(in: $0) > 0 } }

  /// Counts what is missing in holes that fragments left which are not there.
  mutating func lose(_ holes: [FragmentNumbers.Hole]) {
    for hole in holes {
      track.lostSampleCount += usualSamples(in: hole)
      let sum = track.lostDuration.addingReportingOverflow(hole.length)
      track.lostDuration = sum.overflow ? .max : sum.partialValue
    }
  }
}
