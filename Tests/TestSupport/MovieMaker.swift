import Boxes

/// Makes small MP4 movies for tests, in shapes that no honest writer would choose: any edit list,
/// any declared duration, any number of tracks.
///
/// The movie is `ftyp`, `moov`, `mdat`, one chunk a sample, track after track. The movies that the
/// product writes come from `IndexWriter`, which refuses most of this.
public struct MovieMaker: Sendable {
  /// One coded picture or sound packet.
  public struct Sample: Sendable, Equatable {
    public var bytes: [UInt8]
    /// Ticks of the track's timescale to the next decode time.
    public var duration: UInt32
    /// Ticks from decode to presentation time; where a track has negative ones its `ctts` is of
    /// version 1.
    public var compositionOffset: Int32
    public var isSync: Bool

    public init(
      bytes: [UInt8], duration: UInt32, compositionOffset: Int32 = 0, isSync: Bool = true
    ) {
      self.bytes = bytes
      self.duration = duration
      self.compositionOffset = compositionOffset
      self.isSync = isSync
    }
  }

  /// One entry of an edit list.
  public struct Edit: Sendable, Equatable {
    /// Ticks of the movie's timescale.
    public var duration: UInt64
    /// Ticks of the track's timescale, −1 for an empty edit.
    public var mediaTime: Int64
    /// Media seconds a movie second, 16.16.
    public var rate: Int32

    public init(duration: UInt64, mediaTime: Int64, rate: Int32 = 0x1_0000) {
      self.duration = duration
      self.mediaTime = mediaTime
      self.rate = rate
    }

    /// Nothing is shown for `duration` ticks of the movie's timescale.
    public static func empty(_ duration: UInt64) -> Self { Self(duration: duration, mediaTime: -1) }
  }

  /// Ticks a second of the movie header and of edit durations.
  public var timescale: UInt32 = 1000
  /// What `mvhd` says, nil for the longest track's duration.
  public var declaredDuration: UInt64?
  public var tracks: [Track]
  /// Boxes to put at the end of `moov`, as a `udta` with tags.
  public var trailingBoxes: [UInt8] = []

  public init(tracks: [Track]) { self.tracks = tracks }

  /// The whole file.
  public func bytes() throws -> [UInt8] {
    let payload = tracks.flatMap { $0.samples.flatMap(\.bytes) }
    let start = try head(payloadStart: 0, payloadBytes: payload.count).count
    return try head(payloadStart: start, payloadBytes: payload.count) + payload
  }

  private func head(payloadStart: Int, payloadBytes: Int) throws -> [UInt8] {
    var builder = BoxBuilder()
    try builder.box("ftyp") { builder in
      builder.code("isom")
      builder.uint32(512)
      for brand in ["isom", "iso2", "avc1", "mp41"] { builder.code(brand) }
    }
    try builder.box("moov") { builder throws(IndexWriterError) in
      let longest = tracks.map { $0.duration(in: timescale) }.max() ?? 0
      try builder.fullBox("mvhd", version: 1) { builder in
        builder.zeros(16)
        builder.uint32(timescale)
        builder.uint64(declaredDuration ?? longest)
        builder.uint32(0x1_0000)
        builder.uint16(0x100)
        builder.zeros(10)
        for value in Track.identity { builder.int32(value) }
        builder.zeros(24)
        builder.uint32(UInt32(tracks.count) + 1)
      }
      var start = payloadStart
      for (index, track) in tracks.enumerated() {
        try track.append(
          id: UInt32(index) + 1, movieTimescale: timescale, payloadStart: start, to: &builder)
        start += track.samples.reduce(0) { $0 + $1.bytes.count }
      }
      builder.append(trailingBoxes)
    }
    builder.uint32(UInt32(payloadBytes + 8))
    builder.code("mdat")
    return builder.bytes
  }
}
