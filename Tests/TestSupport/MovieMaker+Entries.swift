import Boxes

extension MovieMaker.Track {
  /// An H.264 track.
  ///
  /// - Parameters:
  ///   - avcConfiguration: The payload of `avcC`.
  ///   - entryType: The sample entry's code, for tracks that claim to be something else.
  public static func video(
    _ samples: [MovieMaker.Sample], avcConfiguration: [UInt8], width: UInt16, height: UInt16,
    timescale: UInt32, entryType: String = "avc1"
  ) throws -> Self {
    var entry = BoxBuilder()
    try entry.box(entryType) { builder throws(IndexWriterError) in
      builder.zeros(7)
      builder.uint8(1)
      builder.zeros(16)
      builder.uint16(width)
      builder.uint16(height)
      builder.uint32(72 << 16)
      builder.uint32(72 << 16)
      builder.zeros(4)
      builder.uint16(1)
      builder.zeros(32)
      builder.uint16(24)
      builder.uint16(0xFFFF)
      try builder.box("avcC") { $0.append(avcConfiguration) }
    }
    var track = Self(
      handler: "vide", sampleEntry: entry.bytes, samples: samples, timescale: timescale)
    track.width = UInt32(width)
    track.height = UInt32(height)
    return track
  }

  /// A sound track of 16-bit big-endian PCM, which needs no encoder.
  public static func pcm(
    _ samples: [MovieMaker.Sample], channels: UInt16, sampleRate: UInt32
  ) throws -> Self {
    var entry = BoxBuilder()
    try entry.box("twos") { builder in
      builder.zeros(7)
      builder.uint8(1)
      builder.zeros(8)
      builder.uint16(channels)
      builder.uint16(16)
      builder.zeros(4)
      builder.uint32(sampleRate << 16)
    }
    return Self(
      handler: "soun", sampleEntry: entry.bytes, samples: samples, timescale: sampleRate)
  }

  /// A sound track of AMR speech (3GPP TS 26.244, 6.5 and 6.7).
  static func speech(
    _ samples: [MovieMaker.Sample], entryType: String, sampleRate: UInt32
  ) throws -> Self {
    var entry = BoxBuilder()
    try entry.box(entryType) { builder throws(IndexWriterError) in
      builder.zeros(7)
      builder.uint8(1)
      builder.zeros(8)
      builder.uint16(2)
      builder.uint16(16)
      builder.zeros(4)
      builder.uint32(sampleRate << 16)
      try builder.box("damr") { builder in
        builder.code("test")
        builder.uint8(0)
        builder.uint16(0xFFFF)
        builder.uint8(0)
        builder.uint8(1)
      }
    }
    return Self(
      handler: "soun", sampleEntry: entry.bytes, samples: samples, timescale: sampleRate)
  }

  /// A track of another kind, as timed metadata, whose sample entry is an empty box.
  public static func other(
    _ samples: [MovieMaker.Sample], handler: String, entryType: String, timescale: UInt32
  ) throws -> Self {
    var entry = BoxBuilder()
    try entry.box(entryType) { builder in
      builder.zeros(7)
      builder.uint8(1)
    }
    return Self(
      handler: handler, sampleEntry: entry.bytes, samples: samples, timescale: timescale)
  }
}
