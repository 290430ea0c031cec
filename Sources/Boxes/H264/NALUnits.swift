/// Finds NAL units in bytes, in either of the two forms that H.264 travels in.
public enum NALUnits {
  /// The units of a byte stream (ISO/IEC 14496-10, Annex B), without start codes and the zeros
  /// around them.
  ///
  /// Throws ``H264Error/Code/unframed`` where no start code begins the bytes, and
  /// ``H264Error/Code/unit`` for a unit that is empty, forbidden, or holds what no unit may.
  public static func annexB(_ bytes: Span<UInt8>) throws(H264Error) -> [Range<Int>] {
    var units: [Range<Int>] = []
    var start: Int?
    var zeros = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0 {
        zeros += 1
        continue
      }
      if byte == 1, zeros >= 2 {
        if let start { units.append(try unit(from: start, to: index - zeros, of: bytes)) }
        start = index + 1
      } else if start == nil {
        throw H264Error(.unframed)
      } else if zeros >= 3 {
        // Three zeros end a unit, and only more zeros or a start code may follow it.
        throw H264Error(.unit)
      }
      zeros = 0
    }
    guard let start else { throw H264Error(.unframed) }
    units.append(try unit(from: start, to: bytes.count - zeros, of: bytes))
    return units
  }

  /// The units of a sample as files hold it: each after its length (ISO/IEC 14496-15, 5.3.2).
  ///
  /// - Parameters:
  ///   - bytes: The sample.
  ///   - lengthSize: How many bytes each length takes: 1, 2 or 4.
  ///
  /// Throws ``H264Error/Code/truncated`` where the bytes end inside a length or a unit.
  public static func lengthPrefixed(
    _ bytes: Span<UInt8>, lengthSize: Int
  ) throws(H264Error) -> [Range<Int>] {
    guard [1, 2, 4].contains(lengthSize) else { throw H264Error(.lengthSize) }
    var units: [Range<Int>] = []
    var position = 0
    while position < bytes.count {
      guard bytes.count - position >= lengthSize else { throw H264Error(.truncated) }
      var length = 0
      for index in position..<position + lengthSize { length = length << 8 | Int(bytes[index]) }
      position += lengthSize
      guard bytes.count - position >= length else { throw H264Error(.truncated) }
      units.append(try unit(from: position, to: position + length, of: bytes))
      position += length
    }
    return units
  }

  private static func unit(
    from start: Int, to end: Int, of bytes: Span<UInt8>
  ) throws(H264Error) -> Range<Int> {
    guard start < end, bytes[start] & 0x80 == 0 else { throw H264Error(.unit) }
    return start..<end
  }
}
