/// What a decoder must know of AAC-LC sound before its first frame (ISO/IEC 14496-3, 1.6.2.1).
public struct AudioSpecificConfig: Sendable, Equatable {
  /// Which of the thirteen rates the sound has.
  let rateIndex: Int
  /// 1 or 2.
  public let channels: Int

  /// Samples a second by the four bits of `samplingFrequencyIndex` (1.6.3.4).
  package static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]
  private static let lowComplexity = 2
  private static let replication = 5
  private static let extensionMark = 0x2B7

  /// Samples a second.
  public var sampleRate: Int { Self.rates[rateIndex] }

  /// Reads what an `esds` box has as its specific information; what follows the fields is ignored.
  ///
  /// - Returns: nil for everything but AAC-LC of one or two channels in frames of 1,024 samples,
  ///   without spectral band replication.
  public init?(_ bytes: [UInt8]) {
    var reader = BitReader(bytes)
    let objectType = reader.bits(5)
    rateIndex = reader.bits(4)
    channels = reader.bits(4)
    // Frames of 960 samples, a core coder, and an extension flag that AAC-LC does not have.
    let others = reader.bits(3)
    guard !reader.isBroken, objectType == Self.lowComplexity, others == 0,
      Self.rates.indices.contains(rateIndex), (1...2).contains(channels)
    else { return nil }
    guard reader.count - reader.position >= 17, reader.bits(11) == Self.extensionMark else {
      return
    }
    let hasOther = reader.bits(5) != Self.replication
    if hasOther || reader.flag() { return nil }
  }

  /// The same put together anew, which says in words of its own that no replication is there:
  /// below 24 kHz decoders would look for it.
  public var bytes: [UInt8] {
    var bits = BitWriter()
    bits.append(Self.lowComplexity, width: 5)
    bits.append(rateIndex, width: 4)
    bits.append(channels, width: 4)
    bits.append(0, width: 3)
    bits.append(Self.extensionMark, width: 11)
    bits.append(Self.replication, width: 5)
    bits.append(0, width: 1)
    return bits.bytes
  }
}
