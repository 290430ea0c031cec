extension MovieStructure {
  /// One track (`trak`), its samples counted through the tables and the fragments.
  public struct Track: Sendable, Equatable {
    /// The track's number (`tkhd`), unique in the movie.
    public var id: UInt32 = 0
    /// The kind of media as the handler names it (`mdia/hdlr`): `vide`, `soun`, `meta`, `tmcd`…
    public var handler = ""
    /// The first sample description's type, such as `avc1`; nil where there is no `stsd`.
    public var sampleEntry: String?
    /// How many sample descriptions there are (`stsd`); samples may be of any of them.
    public var sampleDescriptionCount = 0
    /// Whether the track takes part in playback (`tkhd` flag 1).
    public var isEnabled = false
    /// Ticks a second of the track's clock (`mdhd`); not 0 where there are samples.
    public var timescale: UInt32 = 0
    /// What `mdhd` says the media lasts; nil where it says that it does not know.
    public var declaredDuration: DeclaredDuration?
    /// The number of samples, those in fragments included.
    public var sampleCount = 0
    /// Those of them that the sample tables of the index name; the others are in fragments.
    public var indexedSampleCount = 0
    /// The sum of all samples' durations in ticks of `timescale`, edit lists ignored.
    public var mediaDuration: UInt64 = 0
    /// About how many samples were in fragments that are not there: where the fragments' numbers have
    /// a gap and the track's time one as well, as many as are usual in that time.
    public var lostSampleCount = 0
    /// How long those last, in ticks of `timescale`.
    public var lostDuration: UInt64 = 0
    /// The duration of the first sample, in ticks of `timescale`, where each is shown as it is decoded
    /// and the last one is not longer; nil where that is not so, or there is no sample.
    public var steadyDuration: Int64?
    /// How many ticks a sample is, at most, from where it would be if all lasted `steadyDuration`, one
    /// right after the other from 0 on.
    public var drift: Int64 = 0
    /// From the earliest composition time to the latest end of a sample, in ticks of
    /// `timescale`, edit lists ignored; nil where there is no sample.
    public var compositionSpan: Range<Int64>?
    /// Whether `stts` has durations of 2^32 - 480,000 ticks or more.
    ///
    /// The standard and players read them as they stand, and so do `mediaDuration` and
    /// `compositionSpan`. FFmpeg takes them for negative ones and gives the samples one tick, so
    /// that its packets end long before other players do: they do not tell how long this is shown.
    public var hasDisputedDurations = false
    /// Whether `ctts` has offsets of more than 2^28 ticks.
    ///
    /// The standard and players read them as they stand, and so does `compositionSpan`. FFmpeg takes
    /// the whole table for damaged and leaves it out, so that its packets are in another order.
    public var hasDisputedOffsets = false
    /// The edit list (`elst`), at most 1,024 entries; empty where there is none.
    public var edits: [Edit] = []
    /// Where in the file the rows of `edits` are; each has 12 bytes, or 20 with durations of 64 bits.
    public var editRows: Range<UInt64>?
    /// The nine values of the display matrix (`tkhd`): a, b, u, c, d, v, x, y, w.
    public var matrix: [Int32] = []
    /// The tracks that hold this track's chapters (`tref/chap`).
    public var chapterReferences: [UInt32] = []
    /// The width to show, 16.16 fixed point (`tkhd`).
    public var declaredWidth: UInt32 = 0
    /// The height to show, 16.16 fixed point (`tkhd`).
    public var declaredHeight: UInt32 = 0
    /// The number of key samples that `stss` names; nil without one, when every sample is key.
    /// Samples in fragments carry their own mark and do not count here.
    public var syncSampleCount: Int?
    /// Whether a sample description is a protected one (`encv`, `enca`…, or it has a `sinf`).
    public var hasEncryption = false

    /// A track without samples.
    public init() {}
  }

  /// One entry of an edit list: a span of the movie and what fills it.
  public struct Edit: Sendable, Equatable {
    /// How long the edit lasts, in ticks of the movie's clock.
    public var segmentDuration: UInt64
    /// Where in the media it starts, in ticks of the track's clock; -1 for an empty edit.
    public var mediaTime: Int64
    /// The speed, 16.16 fixed point; 0 holds one picture.
    public var rate: Int32

    /// An edit of `segmentDuration` that starts at `mediaTime`.
    public init(segmentDuration: UInt64, mediaTime: Int64, rate: Int32) {
      self.segmentDuration = segmentDuration
      self.mediaTime = mediaTime
      self.rate = rate
    }
  }
}
