/// What an ICC profile says of red, green and blue (ICC.1, 7).
enum ColorProfile {
  /// Whether the three colours are Display P3's, in any profile that tells them by their numbers.
  ///
  /// Those of all other profiles are taken for sRGB's, as by programs that know no profiles.
  ///
  /// - Parameter profile: its beginning at least, or nil.
  static func isDisplayP3(_ profile: ArraySlice<UInt8>?) -> Bool {
    guard let profile else { return false }
    let bytes = Array(profile)
    return displayP3.allSatisfy { name, color in
      guard let own = Self.color(name, in: bytes) else { return false }
      return zip(own, color).allSatisfy { abs($0 - $1) < 0.005 }
    }
  }

  /// The three colours as profiles have them: in XYZ, for the white of D50.
  private static let displayP3: [(String, [Double])] = [
    ("rXYZ", [0.5151, 0.2412, -0.0011]), ("gXYZ", [0.2920, 0.6922, 0.0419]),
    ("bXYZ", [0.1571, 0.0666, 0.7841]),
  ]

  private static func color(_ name: String, in bytes: [UInt8]) -> [Double]? {
    func number(_ place: Int) -> Int? {
      guard place >= 0, place <= bytes.count - 4 else { return nil }
      return bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    // Behind the header of 128 bytes: a count, and for each tag its name, its place and its size.
    guard let count = number(128) else { return nil }
    for tag in 0..<min(count, 100) {
      let entry = 132 + tag * 12
      guard let place = number(entry + 4) else { return nil }
      guard bytes[entry..<entry + 4].elementsEqual(name.utf8) else { continue }
      // "XYZ ", four bytes of nothing, and three numbers of 16 bits before and 16 behind the point.
      let values = (0..<3).compactMap { number(place + 8 + 4 * $0) }
      guard values.count == 3 else { return nil }
      return values.map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
    }
    return nil
  }
}
