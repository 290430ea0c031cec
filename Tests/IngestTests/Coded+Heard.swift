import FFmpeg
import TestSupport

@testable import Ingest

extension SoundLine.Coded {
  /// What a decoder makes of it, one array a channel, without priming and end padding.
  func heard() throws -> [[Float]] {
    let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050]
    let index = UInt8(rates.firstIndex(of: sampleRate) ?? 15)
    var stream: [UInt8] = []
    for packet in packets {
      // An ADTS header of 7 bytes, AAC-LC (ISO/IEC 13818-7, 6.2.1).
      let size = packet.bytes.count + 7
      stream += [
        0xFF, 0xF1, 1 << 6 | index << 2 | UInt8(channels >> 2),
        UInt8(channels & 3) << 6 | UInt8(size >> 11), UInt8(size >> 3 & 0xFF),
        UInt8(size & 7) << 5 | 0x1F, 0xFC,
      ]
      stream += packet.bytes
    }
    let played = try Played(OpenFile(holding: stream), "aac")
    return played.sound.map { Array($0.dropFirst(priming).prefix(Int(presented))) }
  }
}
