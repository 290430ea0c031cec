/// PNG files of any kind, written byte by byte, so that every pixel is known (ISO/IEC 15948).
package struct PNGMaker: Sendable {
  /// The header's number: 0 grey, 2 colour, 3 palette, 4 grey and opacity, 6 colour and opacity.
  package var colorType: UInt8
  package var bitDepth: UInt8
  package var width: Int
  package var height: Int
  /// Of each pixel its samples, row by row.
  package var samples: [[UInt16]]
  /// Red, green and blue, of a palette.
  package var palette: [UInt8] = []
  /// What tRNS holds, nil for none.
  package var transparency: [UInt8]?
  /// Chunks between the header and the data: a name and what it holds.
  package var extra: [(String, [UInt8])] = []

  package init(
    colorType: UInt8, bitDepth: UInt8 = 8, width: Int, height: Int,
    pixel: (_ x: Int, _ y: Int) -> [UInt16]
  ) {
    self.colorType = colorType
    self.bitDepth = bitDepth
    self.width = width
    self.height = height
    samples = (0..<width * height).map { pixel($0 % width, $0 / width) }
  }

  package var bytes: [UInt8] {
    let header = Self.big(width) + Self.big(height) + [bitDepth, colorType, 0, 0, 0]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk("IHDR", header)
    for (name, content) in extra { file += Self.chunk(name, content) }
    if !palette.isEmpty { file += Self.chunk("PLTE", palette) }
    if let transparency { file += Self.chunk("tRNS", transparency) }
    file += Self.chunk("IDAT", Self.stored(rows))
    return file + Self.chunk("IEND", [])
  }

  /// Each row with its filter (0, none) before it, samples packed from the highest bit on.
  private var rows: [UInt8] {
    var bytes: [UInt8] = []
    for row in 0..<height {
      bytes.append(0)
      var bits = 0
      var count = 0
      for sample in samples[row * width..<(row + 1) * width].joined() {
        bits = bits << Int(bitDepth) | Int(sample)
        count += Int(bitDepth)
        while count >= 8 {
          count -= 8
          bytes.append(UInt8(truncatingIfNeeded: bits >> count))
          bits &= (1 << count) - 1
        }
      }
      if count > 0 { bytes.append(UInt8(truncatingIfNeeded: bits << (8 - count))) }
    }
    return bytes
  }

  /// A zlib stream that compresses nothing (RFC 1950, RFC 1951, 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var place = 0
    repeat {
      let count = min(65_535, bytes.count - place)
      let isLast: UInt8 = place + count == bytes.count ? 1 : 0
      let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
      stream += [isLast, low, high, ~low, ~high]
      stream += bytes[place..<place + count]
      place += count
    } while place < bytes.count
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + big(b << 16 | a)
  }

  package static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    var crc: UInt32 = .max
    for byte in named { crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    return big(content.count) + named + big(Int(~crc))
  }

  /// The remainder of each byte (annex D).
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }

  private static func big(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}
