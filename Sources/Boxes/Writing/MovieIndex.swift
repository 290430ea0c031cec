/// A movie's tracks, checked and timed, ready to be laid down as `moov`.
struct MovieIndex {
  let video: WrittenVideoTrack
  let videoTable: SampleTable
  let videoTimes: TrackTimes
  let audio: WrittenAudioTrack?
  let audioTable: SampleTable?
  let audioTimes: TrackTimes?
  let timescale: MovieTimescale

  init(video: WrittenVideoTrack, audio: WrittenAudioTrack?) throws(IndexWriterError) {
    let timescale = try MovieTimescale(video: video.timescale, audio: audio?.sampleRate)
    let mediaTime = video.firstPresentation
    let until = mediaTime.addingReportingOverflow(video.presentedDuration)
    guard !until.overflow else { throw IndexWriterError(.presentation, track: .video) }
    let videoTable = try SampleTable(
      video.samples, of: .video, lasting: video.presentedDuration, until: until.partialValue)
    guard video.presentedDuration > 0 else {
      throw IndexWriterError(.presentation, track: .video)
    }
    self.video = video
    self.videoTable = videoTable
    videoTimes = try TrackTimes(
      timescale: video.timescale, mediaDuration: videoTable.mediaDuration,
      mediaTime: mediaTime, presented: video.presentedDuration, movie: timescale)
    self.audio = audio
    self.timescale = timescale
    guard let audio else {
      (audioTable, audioTimes) = (nil, nil)
      return
    }
    let priming = UInt64(audio.primingSamples)
    let (heard, overflow) = priming.addingReportingOverflow(audio.presentedSamples)
    guard audio.presentedSamples > 0, !overflow else {
      throw IndexWriterError(.presentation, track: .audio)
    }
    let audioTable = try SampleTable(audio.samples, of: .audio, lasting: heard)
    self.audioTable = audioTable
    audioTimes = try TrackTimes(
      timescale: audio.sampleRate, mediaDuration: audioTable.mediaDuration,
      mediaTime: priming, presented: audio.presentedSamples, movie: timescale)
  }

  /// Appends `moov`, with chunk offsets for a payload that begins `payloadStart` bytes into the
  /// file.
  func append(
    layout: ChunkLayout, payloadStart: UInt64, wide: Bool, to builder: inout BoxBuilder
  ) throws(IndexWriterError) {
    try builder.box("moov") { builder throws(IndexWriterError) in
      try appendMovieHeader(to: &builder)
      try TrackBox(
        id: 1, times: videoTimes, table: videoTable, chunks: layout.video, media: .video(video)
      ).append(payloadStart: payloadStart, wide: wide, to: &builder)
      if let audio, let audioTable, let audioTimes {
        try TrackBox(
          id: 2, times: audioTimes, table: audioTable, chunks: layout.audio, media: .audio(audio)
        ).append(payloadStart: payloadStart, wide: wide, to: &builder)
      }
    }
  }

  /// Appends `mvhd` (ISO/IEC 14496-12, 8.2.2), in 64 bits where the duration needs them.
  private func appendMovieHeader(to builder: inout BoxBuilder) throws(IndexWriterError) {
    let duration = max(videoTimes.presented, audioTimes?.presented ?? 0)
    try builder.timedBox("mvhd", duration: duration) {
      $0.uint32(timescale.ticks)
    } rest: {
      $0.uint32(0x1_0000)  // at normal speed
      $0.uint16(0x100)  // at full volume
      $0.zeros(10)
      $0.identityMatrix()
      $0.zeros(24)
      $0.uint32(audio == nil ? 2 : 3)  // the next track's number
    }
  }
}
