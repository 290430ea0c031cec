extension Orientation {
  /// What a camera says of how it was held: the tag Orientation of the first directory of a TIFF
  /// structure (Exif 2.32, 4.6.4).
  ///
  /// Whatever contradicts itself is upright: the tag helps, and is never a reason to refuse.
  init(tiff: ArraySlice<UInt8>) {
    self =
      Self.number(in: Array(tiff.prefix(Self.longestStructure))).map(Self.init(exif:))
      ?? .upright
  }

  /// The eight ways, as where the first row and the first column of the coded picture are shown.
  init(exif number: Int) {
    switch number {
    case 2: self.init(rotation: 0, isMirrored: true)
    case 3: self.init(rotation: 180, isMirrored: false)
    case 4: self.init(rotation: 180, isMirrored: true)
    case 5: self.init(rotation: 90, isMirrored: true)
    case 6: self.init(rotation: 90, isMirrored: false)
    case 7: self.init(rotation: 270, isMirrored: true)
    case 8: self.init(rotation: 270, isMirrored: false)
    default: self = .upright
    }
  }

  /// As long as a segment of a JPEG can be.
  private static let longestStructure = 65_535

  private static func number(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= 8 else { return nil }
    let isLittle = bytes[0] == 0x49
    func value(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place <= bytes.count - count else { return nil }
      let part = bytes[place..<place + count]
      return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D, value(2, 2) == 42,
      let directory = value(4, 4), let count = value(directory, 2)
    else { return nil }
    for entry in 0..<count {
      // A tag, a type, a count, and the value where it has at most four bytes.
      let place = directory + 2 + entry * 12
      guard let tag = value(place, 2) else { return nil }
      guard tag == 0x0112 else { continue }
      switch (value(place + 2, 2), value(place + 4, 4)) {
      case (3, 1): return value(place + 8, 2)
      case (4, 1): return value(place + 8, 4)
      default: return nil
      }
    }
    return nil
  }
}
