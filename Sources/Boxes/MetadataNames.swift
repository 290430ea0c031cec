/// Names of what is written about a movie, and how much of it is read to find them.
struct MetadataNames {
  /// No name that matters is longer.
  static let longestName: UInt64 = 64

  /// Lower case.
  var names: Set<String> = []
  private var boxesLeft = 1_024
  private var textLeft: UInt64 = 1 << 20

  /// Counts a box or a key; false where enough were read.
  mutating func takeBox() -> Bool {
    boxesLeft -= 1
    return boxesLeft >= 0
  }

  /// Counts bytes of text; false where enough were read.
  mutating func takeText(_ count: UInt64) -> Bool {
    guard count <= textLeft else { return false }
    textLeft -= count
    return true
  }

  /// Looks for properties that tell where, with what and when a movie was made.
  ///
  /// - Parameter isLast: whether no text follows; else the next piece repeats the end of this one.
  mutating func search(_ text: [UInt8], isLast: Bool) {
    for (mark, name) in Self.marks where !names.contains(name) {
      if Self.isThere(mark, in: text, isLast: isLast) { names.insert(name) }
    }
  }

  /// Names as XMP (ISO 16684-1; Exif and TIFF schemas), Sony's XML and Apple's timed metadata write
  /// them, each with what it tells.
  private static let marks: [([UInt8], String)] = [
    (":GPSLatitude", "location"), (":GPSLongitude", "location"), ("\"ExifGPS\"", "location"),
    ("location.ISO6709", "location"), (":Make", "make"), (" manufacturer", "make"),
    (":Model", "model"), (" modelName", "model"), (":CreateDate", "date"),
    (":DateCreated", "date"), (":DateTimeOriginal", "date"),
  ].map { (Array($0.0.utf8), $0.1) }

  private static func isThere(_ mark: [UInt8], in text: [UInt8], isLast: Bool) -> Bool {
    guard let first = mark.first, text.count >= mark.count else { return false }
    for place in 0...(text.count - mark.count) where text[place] == first {
      guard text[place..<place + mark.count].elementsEqual(mark) else { continue }
      // A longer name is another one, and whether it is that may be for the next piece to say.
      guard place + mark.count < text.count else { return isLast }
      let next = text[place + mark.count]
      let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= next | 0x20
      if !isLetter { return true }
    }
    return false
  }
}
