/// One `trak` of an index.
struct TrackBox {
  /// What the track carries.
  enum Media {
    case video(WrittenVideoTrack)
    case audio(WrittenAudioTrack)
  }

  let id: UInt32
  let times: TrackTimes
  let table: SampleTable
  let chunks: ChunkLayout.Chunks
  let media: Media

  func append(
    payloadStart: UInt64, wide: Bool, to builder: inout BoxBuilder
  ) throws(IndexWriterError) {
    try builder.box("trak") { builder throws(IndexWriterError) in
      try appendTrackHeader(to: &builder)
      try times.appendEdit(to: &builder)
      try builder.box("mdia") { builder throws(IndexWriterError) in
        try appendMediaHeader(to: &builder)
        try appendHandler(to: &builder)
        try builder.box("minf") { builder throws(IndexWriterError) in
          try appendMediaInformation(to: &builder)
          try builder.box("stbl") { builder throws(IndexWriterError) in
            try appendDescription(to: &builder)
            try table.appendTimes(to: &builder)
            try chunks.appendCounts(to: &builder)
            try table.appendSizes(to: &builder)
            try chunks.appendOffsets(payloadStart: payloadStart, wide: wide, to: &builder)
          }
        }
      }
    }
  }

  /// Appends `tkhd` (ISO/IEC 14496-12, 8.3.2): enabled, part of the movie.
  private func appendTrackHeader(to builder: inout BoxBuilder) throws(IndexWriterError) {
    let (width, height): (UInt16, UInt16)
    switch media {
    case .video(let video): (width, height) = try video.fieldDimensions()
    case .audio: (width, height) = (0, 0)
    }
    try builder.timedBox("tkhd", flags: 3, duration: times.presented) {
      $0.uint32(id)
      $0.zeros(4)
    } rest: {
      $0.zeros(12)  // reserved, layer, alternate group
      if case .audio = media { $0.uint16(0x100) } else { $0.uint16(0) }  // volume
      $0.zeros(2)
      $0.identityMatrix()
      $0.uint32(UInt32(width) << 16)
      $0.uint32(UInt32(height) << 16)
    }
  }

  /// Appends `mdhd` (8.4.2), of no language.
  private func appendMediaHeader(to builder: inout BoxBuilder) throws(IndexWriterError) {
    try builder.timedBox("mdhd", duration: times.mediaDuration) {
      $0.uint32(times.timescale)
    } rest: {
      $0.uint16(0x55C4)  // "und" in three times five bits
      $0.zeros(2)
    }
  }

  /// Appends `hdlr` (8.4.3), whose name is the empty string.
  private func appendHandler(to builder: inout BoxBuilder) throws(IndexWriterError) {
    try builder.fullBox("hdlr") { builder in
      builder.zeros(4)
      if case .video = media { builder.code("vide") } else { builder.code("soun") }
      builder.zeros(12)
      builder.uint8(0)
    }
  }

  /// Appends `vmhd` or `smhd` (12.1.2, 12.2.2) and the reference to this same file (8.7).
  private func appendMediaInformation(to builder: inout BoxBuilder) throws(IndexWriterError) {
    if case .video = media {
      try builder.fullBox("vmhd", flags: 1) { $0.zeros(8) }
    } else {
      try builder.fullBox("smhd") { $0.zeros(4) }
    }
    try builder.box("dinf") { builder throws(IndexWriterError) in
      try builder.fullBox("dref") { builder throws(IndexWriterError) in
        builder.uint32(1)
        try builder.fullBox("url ", flags: 1) { _ in }
      }
    }
  }

  /// Appends `stsd` (8.5.2) with its one entry.
  private func appendDescription(to builder: inout BoxBuilder) throws(IndexWriterError) {
    try builder.fullBox("stsd") { builder throws(IndexWriterError) in
      builder.uint32(1)
      switch media {
      case .video(let video): try video.appendSampleEntry(to: &builder)
      case .audio(let audio): try audio.appendSampleEntry(to: &builder)
      }
    }
  }
}
