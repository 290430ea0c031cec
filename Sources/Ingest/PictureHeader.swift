internal import FFmpeg

/// The size that coded pictures give themselves, where libavcodec has no parser that tells it.
///
/// A stream may grow in the middle, past what its container says and what the policy allows.
struct PictureHeader {
  /// Of the largest picture in a packet, in pixels; 0 where nothing tells.
  static func pixels(of packet: borrowing Packet, codec: String?) -> Int64 {
    switch codec {
    // Pictures that come together are counted from the end, so the whole is needed.
    case "vp9": VP9Header.pixels(packet.bytes)
    case "mpeg4": mpeg4(head(packet, 1_024))
    case "flv1": flv1(head(packet, 16))
    case "mjpeg": mjpeg(head(packet, 65_536))
    case "prores": prores(head(packet, 20))
    case "png": png(head(packet, 24))
    default: 0
    }
  }

  private static func head(_ packet: borrowing Packet, _ count: Int) -> [UInt8] {
    // Lent for a copy of the beginning.
    unsafe packet.withBytes { unsafe Array($0.prefix(count)) }
  }

  /// A video object layer (ISO/IEC 14496-2, 6.2.3) of rectangular shape.
  private static func mpeg4(_ bytes: [UInt8]) -> Int64 {
    guard
      let place = bytes.indices.dropLast(4).first(where: {
        bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1 && bytes[$0 + 3] & 0xF0 == 0x20
      })
    else { return 0 }
    var bits = BitReader(Array(bytes[(place + 4)...]))
    bits.skip(9)
    var version = 1
    if bits.read(1) == 1 {
      version = bits.read(4)
      bits.skip(3)
    }
    // An aspect ratio of its own.
    if bits.read(4) == 15 { bits.skip(16) }
    if bits.read(1) == 1 {
      bits.skip(3)
      // The bounds of a decoder's buffer.
      if bits.read(1) == 1 { bits.skip(79) }
    }
    guard bits.read(2) == 0 || version == 0 else { return 0 }
    bits.skip(1)
    let resolution = bits.read(16)
    bits.skip(1)
    if bits.read(1) == 1 {
      bits.skip(max(1, UInt16.bitWidth - UInt16(max(0, resolution - 1)).leadingZeroBitCount))
    }
    bits.skip(1)
    let width = bits.read(13)
    bits.skip(1)
    return bits.isOver ? 0 : Int64(width) * Int64(bits.read(13))
  }

  /// Sorenson's H.263, as Flash has it: 17 bits of start, a version, a number, then the size.
  private static func flv1(_ bytes: [UInt8]) -> Int64 {
    var bits = BitReader(bytes)
    guard bits.read(17) == 1 else { return 0 }
    bits.skip(13)
    let width: Int
    switch bits.read(3) {
    case 0: width = 8
    case 1: width = 16
    // The others are of at most 352 × 288.
    default: return 0
    }
    let pixels = Int64(bits.read(width)) * Int64(bits.read(width))
    return bits.isOver ? 0 : pixels
  }

  /// The frame header among a JPEG's segments (ITU-T T.81, B.2.2).
  private static func mjpeg(_ bytes: [UInt8]) -> Int64 {
    var place = 2
    while place + 9 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      // C4, C8 and CC are tables and extensions.
      if (0xC0...0xCF).contains(marker), marker & 3 != 0 || marker == 0xC0 {
        return Int64(big(bytes, place + 5)) * Int64(big(bytes, place + 7))
      }
      // Fill bytes have no length.
      place += marker == 0xFF ? 1 : 2 + max(2, big(bytes, place + 2))
    }
    return 0
  }

  /// The frame header (SMPTE RDD 36, 5.1.1).
  private static func prores(_ bytes: [UInt8]) -> Int64 {
    guard bytes.count == 20, bytes[4..<8].elementsEqual("icpf".utf8) else { return 0 }
    return Int64(big(bytes, 16)) * Int64(big(bytes, 18))
  }

  /// `IHDR` (ISO/IEC 15948, 11.2.2).
  private static func png(_ bytes: [UInt8]) -> Int64 {
    guard bytes.count == 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return 0 }
    let width = big(bytes, 16) << 16 | big(bytes, 18)
    let height = big(bytes, 20) << 16 | big(bytes, 22)
    let pixels = Int64(width).multipliedReportingOverflow(by: Int64(height))
    return pixels.overflow ? .max : pixels.partialValue
  }

  /// A number of two bytes.
  private static func big(_ bytes: [UInt8], _ place: Int) -> Int {
    Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }
}
