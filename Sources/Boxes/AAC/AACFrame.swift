/// Cleans a raw frame of AAC of what encoders write into it about themselves.
public enum AACFrame {
  /// The frame with the content of a leading fill element zeroed, which no decoder reads
  /// (ISO/IEC 14496-3, 4.4.1.1 and 4.5.2.8: `EXT_FILL` and `EXT_FILL_DATA`); everything else is as
  /// it was.
  ///
  /// - Returns: nil for a frame that starts with user data of a kind that can't be blanked (a data
  ///   stream element), or breaks off in its first element.
  public static func withoutBanner(_ frame: [UInt8]) -> [UInt8]? {
    var frame = frame
    var place = 0
    // Fill elements may follow each other.
    while let element = bits(frame, at: place, count: 3), element == fillElement {
      guard var count = bits(frame, at: place + 3, count: 4) else { return nil }
      place += 7
      if count == 15 {
        guard let more = bits(frame, at: place, count: 8) else { return nil }
        count += more - 1
        place += 8
      }
      let end = place + 8 * count
      guard end <= 8 * frame.count else { return nil }
      if count > 0 {
        guard let kind = bits(frame, at: place, count: 4) else { return nil }
        if kind <= 1 {
          for bit in (place + 4)..<end { frame[bit / 8] &= ~(0x80 >> UInt8(bit % 8)) }
        }
      }
      place = end
    }
    guard let next = bits(frame, at: place, count: 3), next != dataStreamElement else { return nil }
    return frame
  }

  private static let dataStreamElement = 4
  private static let fillElement = 6

  /// Up to eight bits as a number, or nil past the end.
  private static func bits(_ bytes: [UInt8], at place: Int, count: Int) -> Int? {
    guard place + count <= 8 * bytes.count else { return nil }
    var value = 0
    for bit in place..<(place + count) {
      value = value << 1 | Int(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1)
    }
    return value
  }
}
