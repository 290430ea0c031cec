internal import FFmpeg

/// Counts the samples of packets of sound by what they say of themselves, nothing decoded.
struct PacketSamples {
  /// What one packet holds.
  struct Count: Equatable {
    /// Of one channel, at the stream's rate; 0 where nothing tells.
    var samples: Int
    /// Those of them that no decoder gives.
    var priming = 0
  }

  private var parsers: [Int: SoundParser] = [:]
  /// Streams of Vorbis of which a packet came.
  private var begun: Set<Int> = []

  init(_ demuxer: borrowing Demuxer) {
    for stream in demuxer.streams where stream.kind == .audio {
      parsers[stream.index] = try? SoundParser(demuxer, stream: stream.index)
    }
  }

  /// - Parameter header: what the packet's header says, where that is of the stream's rate.
  mutating func count(
    _ packet: borrowing Packet, of stream: StreamDescription, _ header: SoundHeader?,
    _ demuxer: borrowing Demuxer
  ) -> Count {
    guard stream.kind == .audio else { return Count(samples: 0) }
    if let parser = parsers[stream.index] {
      let samples = parser.samples(of: packet)
      // The first packet of Vorbis has nothing to overlap with (Vorbis I, 4.3.8).
      let isFirst = stream.codec == "vorbis" && begun.insert(stream.index).inserted
      return Count(samples: samples, priming: isFirst ? samples : 0)
    }
    switch stream.codec {
    case "opus": return Count(samples: OpusPacket.samples(packet))
    case "alac": return Count(samples: Self.alac(packet, stream.extradata))
    default:
      let told = demuxer.soundSamples(of: packet)
      return Count(samples: told > 0 ? told : header?.samples ?? 0)
    }
  }

  /// The samples of a frame of ALAC: as many as the set-up says (`frameLength`), or what its first
  /// element says itself, as the last one does.
  static func alac(_ packet: borrowing Packet, _ extradata: [UInt8]) -> Int {
    // Lent for the first bytes alone.
    alac(unsafe packet.withBytes { unsafe Array($0.prefix(8)) }, extradata)
  }

  static func alac(_ head: [UInt8], _ extradata: [UInt8]) -> Int {
    // Behind the header of the box that it comes in.
    guard extradata.count >= 16 else { return 0 }
    let usual = extradata[12..<16].reduce(0) { $0 << 8 | Int($1) }
    // The element's type, its number and 12 unused bits, then whether a count follows, 3 bits behind.
    var bits = BitReader(head)
    bits.skip(19)
    guard bits.read(1) == 1 else { return bits.isOver ? 0 : usual }
    bits.skip(3)
    let own = bits.read(16) << 16 | bits.read(16)
    return bits.isOver || own > usual ? 0 : own
  }
}
