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
}
