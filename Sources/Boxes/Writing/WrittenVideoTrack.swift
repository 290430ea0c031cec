/// The one picture track of an output: H.264, upright, square pixels, limited-range BT.709.
public struct WrittenVideoTrack: Sendable, Equatable {
  /// The coded picture after cropping, in pixels, 1 to 65,535.
  public var width: Int
  /// The coded picture after cropping, in pixels, 1 to 65,535.
  public var height: Int
  /// Ticks a second of every time in this track.
  public var timescale: UInt32
  /// The payload of the `avcC` box, an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1);
  /// ``AVCConfiguration`` makes one.
  public var avcConfiguration: [UInt8]
  /// The pictures in decode order.
  public var samples: [WrittenSample]
  /// How long the pictures are on screen, from the first one's start to the last one's end, in
  /// ticks.
  ///
  /// It may end inside the last picture, which a trim cuts short, or after it: the last sample's
  /// duration is written so that the media lasts as long.
  public var presentedDuration: UInt64

  public init(
    width: Int, height: Int, timescale: UInt32, avcConfiguration: [UInt8],
    samples: [WrittenSample], presentedDuration: UInt64
  ) {
    self.width = width
    self.height = height
    self.timescale = timescale
    self.avcConfiguration = avcConfiguration
    self.samples = samples
    self.presentedDuration = presentedDuration
  }

  /// The earliest presentation time among the samples, in ticks from the first decode time.
  ///
  /// It is what reordered pictures (B-frames) delay the first shown one by; the writer's edit list
  /// takes it away again. 0 for a track without samples.
  public var firstPresentation: UInt64 {
    var earliest: UInt64?
    var decodeTime: UInt64 = 0
    for sample in samples {
      // Offsets are not negative, so no sample that is decoded later is shown earlier.
      if let earliest, decodeTime >= earliest { break }
      let offset = UInt64(max(0, sample.compositionOffset))
      let (presentation, overflow) = decodeTime.addingReportingOverflow(offset)
      if !overflow { earliest = min(earliest ?? presentation, presentation) }
      let (next, ended) = decodeTime.addingReportingOverflow(UInt64(sample.duration))
      if ended { break }
      decodeTime = next
    }
    return earliest ?? 0
  }
}
