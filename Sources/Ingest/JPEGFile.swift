internal import Rules

/// A walk over the segments of a JPEG file (ITU-T T.81, annex B), which keeps what decodes its picture
/// and leaves out everything else.
///
/// What is behind the end of the picture, as phones append whole movies, is left out too.
struct JPEGFile {
  static let beginning: [UInt8] = [0xFF, 0xD8, 0xFF]

  /// In pixels.
  private(set) var width = 0
  /// In pixels.
  private(set) var height = 0
  /// 1 for grey, 3 for colours, 4 for inks.
  private(set) var components = 0
  /// The TIFF structure of the first Exif segment, nil where there is none.
  private(set) var exif: ArraySlice<UInt8>?
  /// The first part of a colour profile, nil where there is none.
  private(set) var profile: ArraySlice<UInt8>?
  /// The file without names, places, thumbnails and profiles.
  private(set) var picture: [UInt8] = [0xFF, 0xD8]
  /// What Adobe's segment says of the colours: 0 for none changed, 1 for YCC, 2 for YCCK.
  private var transform: UInt8?
  private var hasEqualSampling = true
  private var hasScan = false

  /// More scans than any encoder writes; each is a pass over the whole picture.
  private static let mostScans = 100

  init(_ bytes: [UInt8]) throws(Refusal) {
    var place = 2
    var scans = 0
    while true {
      guard place < bytes.count else { throw StillFile.truncated }
      guard bytes[place] == 0xFF else { throw StillFile.corrupt }
      // Any number of FF may stand before a marker.
      while place < bytes.count, bytes[place] == 0xFF { place += 1 }
      guard place < bytes.count else { throw StillFile.truncated }
      let marker = bytes[place]
      place += 1
      if marker == 0xD9 { break }
      guard place + 2 <= bytes.count else { throw StillFile.truncated }
      let length = Int(bytes[place]) << 8 | Int(bytes[place + 1])
      guard length >= 2 else { throw StillFile.corrupt }
      guard place + length <= bytes.count else { throw StillFile.truncated }
      let segment = bytes[place..<place + length]
      place += length
      guard try take(marker, segment.dropFirst(2)) else { continue }
      picture += [0xFF, marker] + segment
      guard marker == 0xDA else { continue }
      scans += 1
      guard scans <= Self.mostScans else {
        throw Refusal(.tooComplex, "The picture is coded in far too many passes.")
      }
      let end = try Self.endOfScan(bytes, from: place)
      picture += bytes[place..<end]
      place = end
    }
    guard hasScan else { throw StillFile.corrupt }
    picture += [0xFF, 0xD9]
    // Inks mean what Adobe's programs write, which say so.
    guard components != 4 || transform == 0 || transform == 2,
      components != 3 || transform != 0 || hasEqualSampling
    else { throw StillFile.unsupported }
  }

  /// libavutil's names of what the colours decode to where that is not luma and chroma; nil for those.
  var pixelFormats: Set<String>? {
    switch (components, transform) {
    case (4, 0): ["gbrap"]
    case (4, _): ["yuva444p"]
    case (3, 0): ["gbrp"]
    default: nil
    }
  }

  /// Looks at a segment; whether a decoder needs it.
  private mutating func take(
    _ marker: UInt8, _ content: ArraySlice<UInt8>
  ) throws(Refusal) -> Bool {
    switch marker {
    // Huffman tables, quantization tables, restart intervals.
    case 0xC4, 0xDB, 0xDD: return true
    // Baseline, extended and progressive frames; others are lossless, hierarchical or arithmetic.
    case 0xC0, 0xC1, 0xC2:
      try read(frame: Array(content))
      return true
    case 0xC3, 0xC5...0xCF, 0xDC, 0xDE, 0xDF: throw StillFile.unsupported
    case 0xDA:
      guard width > 0 else { throw StillFile.corrupt }
      hasScan = true
      return true
    case 0xE1:
      let name = Array("Exif\0\0".utf8)
      if exif == nil, content.starts(with: name) { exif = content.dropFirst(name.count) }
      return false
    case 0xE2:
      // A name, the number of this part, and the count of parts (ICC.1, B.4).
      let name = Array("ICC_PROFILE\0".utf8)
      if profile == nil, content.starts(with: name) { profile = content.dropFirst(name.count + 2) }
      return false
    case 0xEE:
      guard content.starts(with: Array("Adobe".utf8)), content.count >= 12 else { return false }
      transform = content[content.startIndex + 11]
      return true
    // Applications' own, and comments.
    case 0xE0...0xEF, 0xFE: return false
    default: throw StillFile.corrupt
    }
  }

  /// A frame's header (B.2.2): bits, height, width, and for each component a name, its sampling and its
  /// table.
  private mutating func read(frame: [UInt8]) throws(Refusal) {
    guard width == 0, frame.count >= 6, frame.count == 6 + 3 * Int(frame[5]) else {
      throw StillFile.corrupt
    }
    height = Int(frame[1]) << 8 | Int(frame[2])
    width = Int(frame[3]) << 8 | Int(frame[4])
    components = Int(frame[5])
    guard width > 0, height > 0 else { throw StillFile.corrupt }
    guard frame[0] == 8, [1, 3, 4].contains(components) else { throw StillFile.unsupported }
    let sampling = (0..<components).map { frame[7 + 3 * $0] }
    hasEqualSampling = sampling.allSatisfy { $0 == sampling[0] }
  }

  /// Where the first marker is that ends a scan: FF and neither 00 nor a restart (B.1.1.5).
  private static func endOfScan(_ bytes: [UInt8], from start: Int) throws(Refusal) -> Int {
    var place = start
    while let found = bytes[place...].firstIndex(of: 0xFF), found + 1 < bytes.count {
      switch bytes[found + 1] {
      case 0x00, 0xD0...0xD7: place = found + 2
      case 0xFF: place = found + 1
      default: return found
      }
    }
    throw StillFile.truncated
  }
}
