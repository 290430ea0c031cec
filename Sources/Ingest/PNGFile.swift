internal import Rules

/// A walk over the chunks of a PNG file (ISO/IEC 15948, 5), which keeps what decodes its picture and
/// leaves out everything else: texts, profiles, times, and the further pictures of an animation.
struct PNGFile {
  static let beginning: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// In pixels.
  private(set) var width = 0
  /// In pixels.
  private(set) var height = 0
  /// The TIFF structure of its eXIf chunk, nil where there is none.
  private(set) var exif: ArraySlice<UInt8>?
  /// The file with nothing but its picture.
  private(set) var picture = Self.beginning
  private var isShallowGrey = false
  private var hasData = false

  init(_ bytes: [UInt8]) throws(Refusal) {
    var place = Self.beginning.count
    while true {
      guard place + 12 <= bytes.count else { throw StillFile.truncated }
      let length = Self.number(bytes, place)
      guard length < 1 << 31 else { throw StillFile.corrupt }
      guard place + 12 + length <= bytes.count else { throw StillFile.truncated }
      let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      let chunk = bytes[place..<place + 12 + length]
      place += 12 + length
      guard try take(name, Array(chunk.dropFirst(8).prefix(min(length, 13))), chunk) else {
        continue
      }
      picture += chunk
      if name == "IEND" { break }
    }
    guard hasData else { throw StillFile.corrupt }
  }

  /// Looks at a chunk; whether a decoder needs it.
  ///
  /// - Parameters:
  ///   - start: of what the chunk holds.
  ///   - chunk: with its length, its name, and its checksum.
  private mutating func take(
    _ name: String, _ start: [UInt8], _ chunk: ArraySlice<UInt8>
  ) throws(Refusal) -> Bool {
    // The header comes first, and once.
    guard (name == "IHDR") == (width == 0) else { throw StillFile.corrupt }
    switch name {
    case "IHDR":
      guard start.count == 13, chunk.count == 25 else { throw StillFile.corrupt }
      (width, height) = (Self.number(start, 0), Self.number(start, 4))
      guard (1..<(1 << 31)).contains(width), (1..<(1 << 31)).contains(height) else {
        throw StillFile.corrupt
      }
      isShallowGrey = start[9] == 0 && start[8] < 8
      return true
    case "PLTE", "IEND": return true
    case "IDAT":
      hasData = true
      return true
    case "tRNS":
      // libavcodec makes no transparent pixels of so few greys.
      if isShallowGrey { throw StillFile.unsupported }
      return true
    case "eXIf":
      exif = chunk.dropFirst(8).dropLast(4)
      return false
    default:
      // The fifth bit of a name's first letter tells what nobody may pass over (5.4).
      guard let first = name.utf8.first, first & 0x20 != 0 else { throw StillFile.unsupported }
      return false
    }
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }
}
