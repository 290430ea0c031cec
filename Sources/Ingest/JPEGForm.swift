/// The segments of a JPEG as we write them, and no others (ITU-T T.81, annex B).
///
/// Tables, one baseline frame of 8 bits in three components, one scan, and the end, which is the end
/// of the file: no application's segment, no comment, nothing after it. So none holds more than its
/// picture, whoever wrote it.
struct JPEGForm {
  /// In pixels.
  private(set) var width = 0
  /// In pixels.
  private(set) var height = 0

  /// - Returns: nil for bytes of any other form.
  init?(_ bytes: [UInt8]) {
    var place = 2
    var isScanFound = false
    var seen: Set<UInt8> = []
    guard bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] else { return nil }
    while !isScanFound {
      guard place + 4 <= bytes.count, bytes[place] == 0xFF else { return nil }
      let marker = bytes[place + 1]
      let length = Self.number(bytes, place + 2)
      guard length >= 2, place + 2 + length <= bytes.count else { return nil }
      let content = bytes[place + 4..<place + 2 + length]
      switch marker {
      case 0xDB where !seen.contains(marker):
        guard Self.isQuantization(content) else { return nil }
      case 0xC4 where !seen.contains(marker):
        guard Self.isHuffman(Array(content)) else { return nil }
      case 0xC0 where width == 0:
        guard read(frame: Array(content)) else { return nil }
      case 0xDA where width > 0: isScanFound = true
      default: return nil
      }
      seen.insert(marker)
      place += 2 + length
    }
    // In the scan a byte of FF is followed by 00; the one that is not begins the end.
    guard place <= bytes.count - 2 else { return nil }
    let scan = bytes[place..<bytes.count - 2]
    var isAfterFF = false
    for byte in scan {
      if isAfterFF, byte != 0 { return nil }
      isAfterFF = byte == 0xFF
    }
    if isAfterFF { return nil }
  }

  /// A frame's header (B.2.2): 8 bits, height, width, three components of one to four by one to four.
  private mutating func read(frame: [UInt8]) -> Bool {
    guard frame.count == 15, frame[0] == 8, frame[5] == 3 else { return false }
    height = Self.number(frame, 1)
    width = Self.number(frame, 3)
    return width > 0 && height > 0
  }

  /// One to four tables of 64 bytes, each with its name before it (B.2.4.1).
  private static func isQuantization(_ content: ArraySlice<UInt8>) -> Bool {
    content.count % 65 == 0 && (1...4).contains(content.count / 65)
  }

  /// One to four tables: a name, 16 counts, and as many values as they count (B.2.4.2).
  private static func isHuffman(_ content: [UInt8]) -> Bool {
    var place = 0
    var tables = 0
    while place + 17 <= content.count, tables < 4 {
      let values = content[place + 1..<place + 17].reduce(0) { $0 + Int($1) }
      guard values <= 256 else { return false }
      place += 17 + values
      tables += 1
    }
    return tables > 0 && place == content.count
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }
}
