internal import Boxes
internal import FFmpeg

/// What a packet of sound says of itself, where its codec begins each with a header: the rate may
/// change from one to the next, and the container does not tell.
struct SoundHeader: Equatable {
  /// Samples a second.
  var sampleRate: Int
  /// Samples of one channel in the packet.
  var samples: Int

  /// How long the packet lasts.
  var length: Duration { Ratio(1, Int32(clamping: sampleRate)).duration(Int64(samples)) }

  /// Nil where the packet has no such header: of AAC those in ADTS have one (ISO/IEC 14496-3, 1.A.2.2),
  /// of MPEG audio (ISO/IEC 11172-3, 2.4.1.3), AC-3 and E-AC-3 (ETSI TS 102 366, 4.4.1 and E.1.2)
  /// all.
  init?(_ packet: borrowing Packet, of stream: StreamDescription) {
    // Lent for the first bytes alone.
    let head = unsafe packet.withBytes { unsafe Array($0.prefix(8)) }
    self.init(head, codec: stream.codec, isBare: stream.extradata.isEmpty)
  }

  /// - Parameters:
  ///   - head: the packet's first bytes.
  ///   - isBare: whether the container has no set-up bytes for the codec.
  init?(_ head: [UInt8], codec: String?, isBare: Bool) {
    guard head.count >= 7 else { return nil }
    let found: SoundHeader? =
      switch codec {
      case "aac" where isBare: Self.adts(head)
      case "mp1", "mp2", "mp3": Self.mpeg(head)
      // The bit stream's version tells which of the two it is.
      case "ac3", "eac3": head[5] >> 3 > 10 ? Self.eac3(head) : Self.ac3(head)
      default: nil
      }
    guard let found else { return nil }
    self = found
  }

  private init(sampleRate: Int, samples: Int) {
    self.sampleRate = sampleRate
    self.samples = samples
  }

  private static func adts(_ head: [UInt8]) -> SoundHeader? {
    let rates = AudioSpecificConfig.rates
    let rate = Int(head[2] >> 2 & 15)
    guard head[0] == 0xFF, head[1] & 0xF6 == 0xF0, rates.indices.contains(rate) else { return nil }
    return SoundHeader(sampleRate: rates[rate], samples: 1024 * (Int(head[6] & 3) + 1))
  }

  private static func mpeg(_ head: [UInt8]) -> SoundHeader? {
    let rate = Int(head[2] >> 2 & 3)
    let layer = 4 - Int(head[1] >> 1 & 3)
    let version = head[1] >> 3 & 3
    guard head[0] == 0xFF, head[1] & 0xE0 == 0xE0, rate < 3, layer < 4, version != 1
    else { return nil }
    // Version 3 is MPEG-1, 2 is MPEG-2 at half the rates, 0 is 2.5 at a quarter.
    let divisor = version == 3 ? 1 : version == 2 ? 2 : 4
    let samples = layer == 1 ? 384 : layer == 3 && divisor > 1 ? 576 : 1152
    return SoundHeader(sampleRate: [44_100, 48_000, 32_000][rate] / divisor, samples: samples)
  }

  private static func ac3(_ head: [UInt8]) -> SoundHeader? {
    let rate = Int(head[4] >> 6)
    let version = Int(head[5] >> 3)
    guard head[0] == 0x0B, head[1] == 0x77, rate < 3, version <= 10 else { return nil }
    return SoundHeader(
      sampleRate: [48_000, 44_100, 32_000][rate] >> (max(8, version) - 8), samples: 1536)
  }

  private static func eac3(_ head: [UInt8]) -> SoundHeader? {
    let rate = Int(head[4] >> 6)
    let code = Int(head[4] >> 4 & 3)
    // Type 1 holds more channels of the frame before it, and lasts no time of its own.
    guard head[0] == 0x0B, head[1] == 0x77, head[2] >> 6 != 1, head[5] >> 3 <= 16,
      rate < 3 || code < 3
    else { return nil }
    let rates = [48_000, 44_100, 32_000]
    // At half a rate the code is that rate's, and all six blocks are there.
    if rate == 3 { return SoundHeader(sampleRate: rates[code] / 2, samples: 1536) }
    // Frames of fewer blocks may lie in a packet together.
    return code == 3 ? SoundHeader(sampleRate: rates[rate], samples: 1536) : nil
  }
}
