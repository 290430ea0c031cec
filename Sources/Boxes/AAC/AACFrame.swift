/// Takes out of a raw frame of AAC what is not sound.
public enum AACFrame {
  /// The frame's one channel element, bit by bit as it was, and the end behind it (ISO/IEC 14496-3,
  /// 4.4.2.1).
  ///
  /// Left out are fill elements, in which encoders write their names, and data stream elements,
  /// wherever they stand, and whatever follows the frame's end. To find where the sound ends, every
  /// field of it is read, so that no byte stays that is not part of it.
  ///
  /// - Returns: nil for a frame that is not read to its end: broken, or with elements that a decoder
  ///   would use or that AAC-LC in one or two channels does not have (a programme configuration, a
  ///   coupling channel, spectral band replication).
  public static func withoutBanner(
    _ frame: [UInt8], _ configuration: AudioSpecificConfig
  ) -> [UInt8]? {
    var element = ChannelElement(BitReader(frame), rateIndex: configuration.rateIndex)
    var sound: Range<Int>?
    while !element.reader.isBroken {
      let start = element.reader.position
      switch element.reader.bits(3) {
      case 0 where configuration.channels == 1 && sound == nil:
        element.readSingle()
        sound = start..<element.reader.position
      case 1 where configuration.channels == 2 && sound == nil:
        element.readPair()
        sound = start..<element.reader.position
      case 4: skipDataStream(&element.reader)
      case 6: skipFill(&element.reader)
      case 7: return element.reader.isBroken ? nil : sound.map { copy(frame, $0) }
      default: return nil
      }
    }
    return nil
  }

  /// `data_stream_element`, 4.4.2.5.
  private static func skipDataStream(_ reader: inout BitReader) {
    reader.skip(4)
    let isAligned = reader.flag()
    var count = reader.bits(8)
    if count == 255 { count += reader.bits(8) }
    if isAligned { reader.align() }
    reader.skip(8 * count)
  }

  /// `fill_element`, 4.4.2.7; one that holds replication is a part of the sound.
  private static func skipFill(_ reader: inout BitReader) {
    var count = reader.bits(4)
    if count == 15 { count += reader.bits(8) - 1 }
    guard count > 0 else { return }
    let kind = reader.bits(4)
    reader.fail(if: kind == 13 || kind == 14)
    reader.skip(8 * count - 4)
  }

  private static func copy(_ frame: [UInt8], _ bits: Range<Int>) -> [UInt8] {
    var reader = BitReader(frame)
    reader.skip(bits.lowerBound)
    var writer = BitWriter()
    var left = bits.count
    while left > 0 {
      let width = min(left, 32)
      writer.append(reader.bits(width), width: width)
      left -= width
    }
    writer.append(7, width: 3)
    return writer.bytes
  }
}
