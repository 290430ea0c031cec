/// Walks over the NAL units of H.264 and H.265 in a packet, in either of their two framings.
struct CodedUnits {
  /// Bytes of the length before each unit; nil where units begin with a start code.
  private let lengthBytes: Int?

  /// Whether the place behind a unit is known once it is found.
  var haveLengths: Bool { lengthBytes != nil }

  /// The two codecs, by the set-up bytes that tell how their units are framed.
  enum Codec {
    case h264
    case h265

    /// Bytes of the record up to its first list: `avcC` of ISO/IEC 14496-15, 5.3.3.1.2, with its two
    /// counts, and `hvcC` of 8.3.3.1.2.
    fileprivate var recordSize: Int { self == .h264 ? 7 : 23 }

    /// Where the record tells how long the lengths are.
    fileprivate var lengthPlace: Int { self == .h264 ? 4 : 21 }
  }

  /// Units that begin with a start code.
  init() { lengthBytes = nil }

  /// - Parameter extradata: the set-up bytes. A record begins with its version, start codes with zeros.
  init(_ codec: Codec, extradata: some Collection<UInt8>) {
    let record = extradata.prefix(codec.recordSize)
    let isRecord = record.count == codec.recordSize && record.first == 1
    lengthBytes = isRecord ? Int(Array(record)[codec.lengthPlace] & 3) + 1 : nil
  }

  /// Where the next unit begins; moves `place` past what was looked at.
  func next(in bytes: UnsafeRawBufferPointer, from place: inout Int) -> Int? {
    if let lengthBytes {
      guard bytes.count - place > lengthBytes else { return nil }
      let start = place + lengthBytes
      var length = 0
      for index in place..<start { unsafe length = length << 8 | Int(bytes[index]) }
      place = length < bytes.count - start ? start + length : bytes.count
      return start
    }
    while place + 3 < bytes.count {
      if unsafe bytes[place + 2] > 1 {
        place += 3
      } else if unsafe bytes[place] == 0 && bytes[place + 1] == 0 && bytes[place + 2] == 1 {
        place += 3
        return place
      } else {
        place += 1
      }
    }
    return nil
  }
}
