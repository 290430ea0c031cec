internal import CFFmpeg

/// Tells packets of H.265 (ITU-T H.265, 7.4.2.2) that hold nothing but slices.
///
/// libavcodec's decoder passes over slices that do not decode, and says nothing, unless it is told to
/// take every fault for an error (`AV_EF_EXPLODE`). Then a message beside the pictures (SEI) that it
/// can't read would cost the picture as well, so that this is for slices alone.
struct SliceUnits {
  /// Bytes of the length before each unit; nil where units begin with a start code.
  private let lengthBytes: Int?

  /// - Parameter extradata: the set-up bytes, by which the container's framing is known.
  init(extradata: UnsafeRawBufferPointer) {
    // ISO/IEC 14496-15, 8.3.3.1.2; start codes begin with zeros.
    guard extradata.count > 22, unsafe extradata[0] == 1 else {
      lengthBytes = nil
      return
    }
    lengthBytes = unsafe Int(extradata[21] & 3) + 1
  }

  /// Whether all of a packet's units are slices, or of a type that the decoder does not read.
  func areAlone(in bytes: UnsafeRawBufferPointer) -> Bool {
    var hasSlice = false
    var place = 0
    while let unit = unsafe unit(in: bytes, from: &place) {
      switch unsafe bytes[unit] >> 1 & 0x3F {
      case 0...31: hasSlice = true
      // Parameter sets and messages.
      case 32...34, 39, 40: return false
      default: break
      }
    }
    return hasSlice
  }

  /// Where the next unit begins; moves `place` past what was looked at.
  private func unit(in bytes: UnsafeRawBufferPointer, from place: inout Int) -> Int? {
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
