/// When a track's media is shown: what its edit list and the three duration fields say.
struct TrackTimes: Equatable {
  /// Ticks a second of the media.
  let timescale: UInt32
  /// The sum of the samples' durations, in the media's ticks.
  let mediaDuration: UInt64
  /// Where in the media the shown part begins, in the media's ticks.
  let mediaTime: UInt64
  /// How long the shown part is, in the movie's ticks.
  let presented: UInt64
  /// Whether the shown part is not simply all of the media.
  let needsEdit: Bool

  init(
    timescale: UInt32, mediaDuration: UInt64, mediaTime: UInt64, presented: UInt64,
    movie: MovieTimescale
  ) throws(IndexWriterError) {
    self.timescale = timescale
    self.mediaDuration = mediaDuration
    self.mediaTime = mediaTime
    self.presented = try movie.scaled(presented, from: timescale)
    self.needsEdit = mediaTime > 0 || presented != mediaDuration
  }

  /// Appends `edts` with its one edit, or nothing where none is needed (ISO/IEC 14496-12, 8.6.6).
  ///
  /// There is never an empty edit: a movie begins with its first picture and its first sound.
  func appendEdit(to builder: inout BoxBuilder) throws(IndexWriterError) {
    guard needsEdit else { return }
    guard let time = Int64(exactly: mediaTime) else { throw IndexWriterError(.tooLarge) }
    let narrowTime = Int32(exactly: time)
    let narrowDuration = UInt32(exactly: presented)
    try builder.box("edts") { builder throws(IndexWriterError) in
      if let narrowTime, let narrowDuration {
        try builder.fullBox("elst") { builder throws(IndexWriterError) in
          builder.uint32(1)
          builder.uint32(narrowDuration)
          builder.int32(narrowTime)
          builder.uint32(0x1_0000)  // at normal speed
        }
      } else {
        try builder.fullBox("elst", version: 1) { builder throws(IndexWriterError) in
          builder.uint32(1)
          builder.uint64(presented)
          builder.int64(time)
          builder.uint32(0x1_0000)
        }
      }
    }
  }
}
