/// The one sound track of an output: AAC-LC.
public struct WrittenAudioTrack: Sendable, Equatable {
  /// Samples a second; also the track's timescale.
  public var sampleRate: UInt32
  /// 1 to 65,535; the outputs of this product have one or two.
  public var channels: Int
  /// The AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1), as an AAC encoder's extradata has it.
  public var audioSpecificConfig: [UInt8]
  /// Bits a second on average, 0 where it is not known.
  public var bitRate: UInt32
  /// The packets in order, 1,024 ticks each as a rule, all of them sync samples.
  public var samples: [WrittenSample]
  /// Samples a channel that the encoder put before the sound, which nobody should hear.
  public var primingSamples: UInt32
  /// Samples a channel that are heard, after the priming and without the padding at the end; the
  /// last packet's duration is written so that it ends with them.
  public var presentedSamples: UInt64

  public init(
    sampleRate: UInt32, channels: Int, audioSpecificConfig: [UInt8], bitRate: UInt32,
    samples: [WrittenSample], primingSamples: UInt32, presentedSamples: UInt64
  ) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.audioSpecificConfig = audioSpecificConfig
    self.bitRate = bitRate
    self.samples = samples
    self.primingSamples = primingSamples
    self.presentedSamples = presentedSamples
  }
}
