/// Walks over the NAL units of H.264 and H.265 in a packet, in either of their two framings.
struct CodedUnits {
  /// Bytes of the length before each unit; nil where units begin with a start code.
  private let lengthBytes: Int?

  /// - Parameter lengthBytes: nil where units begin with a start code.
  init(lengthBytes: Int?) {
    self.lengthBytes = lengthBytes
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
