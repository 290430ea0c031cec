/// The File Properties Object of an ASF (Advanced Systems Format specification, 3.2).
///
/// libavformat keeps its duration to itself where the file has not the size that stands beside it.
struct ASFProperties {
  /// More objects than any header has.
  private static let maxObjects = 64
  private static let identifier: [UInt8] = [
    0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ]
  /// The header object's own identifier, size, count of objects, and two bytes.
  private static let headerLength: Int64 = 30

  let file: InputFile

  /// The play duration without the time that is buffered before it; nil where it is not stated.
  ///
  /// - Throws: `unreadable`.
  func duration() throws(IngestError) -> Duration? {
    var place = Self.headerLength
    for _ in 0..<Self.maxObjects {
      let object = try file.read(at: place, count: 104)
      guard object.count >= 24 else { return nil }
      if object.starts(with: Self.identifier) {
        // While it is broadcast the duration means nothing.
        guard object.count == 104, object[88] & 1 == 0,
          let played = Int64(exactly: Self.number(object, 64)),
          let buffered = Int64(exactly: Self.number(object, 80))
        else { return nil }
        let duration =
          Duration(attoseconds: Int128(played) * 100_000_000_000)
          - Duration(attoseconds: Int128(buffered) * 1_000_000_000_000_000)
        return duration > .zero ? duration : nil
      }
      guard let size = Int64(exactly: Self.number(object, 16)), size >= 24,
        size <= file.size - place
      else { return nil }
      place += size
    }
    return nil
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> UInt64 {
    bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
