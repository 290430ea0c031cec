/// The sizes in the uncompressed headers of VP9 (Bitstream & Decoding Process Specification, 6.2 and
/// 7.2), and the index of pictures that come together (Annex B).
struct VP9Header {
  /// Of the largest picture of a packet that gives its size itself, in pixels; others take that of a
  /// picture before them.
  static func pixels(_ packet: [UInt8]) -> Int64 {
    frames(packet).map { size(Array($0.prefix(32))) }.max() ?? 0
  }

  /// The pictures of a packet; one, but for the hidden ones that come with the next that is shown.
  private static func frames(_ packet: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let marker = packet.last, marker & 0xE0 == 0xC0 else { return [packet[...]] }
    let count = Int(marker & 7) + 1
    let width = Int(marker >> 3 & 3) + 1
    let indexSize = 2 + width * count
    guard packet.count >= indexSize, packet[packet.count - indexSize] == marker else {
      return [packet[...]]
    }
    var rest = packet.dropLast(indexSize)
    var place = packet.count - indexSize + 1
    return (0..<count).map { _ in
      let size = packet[place..<place + width].reversed().reduce(0) { $0 << 8 | Int($1) }
      place += width
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size)
    }
  }

  private static let syncCode = 0x49_8342

  private static func size(_ head: [UInt8]) -> Int64 {
    var bits = BitReader(head)
    guard bits.read(2) == 2 else { return 0 }
    let profile = bits.read(1) | bits.read(1) << 1
    if profile == 3 { bits.skip(1) }
    // Shows a picture that is there.
    if bits.read(1) == 1 { return 0 }
    let isInter = bits.read(1) == 1
    let isShown = bits.read(1) == 1
    let isResilient = bits.read(1) == 1
    if !isInter {
      guard bits.read(24) == syncCode else { return 0 }
      skipColor(&bits, profile: profile)
      return explicitSize(&bits)
    }
    let isIntraOnly = isShown ? false : bits.read(1) == 1
    if !isResilient { bits.skip(2) }
    if isIntraOnly {
      guard bits.read(24) == syncCode else { return 0 }
      if profile > 0 { skipColor(&bits, profile: profile) }
      bits.skip(8)
      return explicitSize(&bits)
    }
    bits.skip(8 + 3 * 4)
    for _ in 0..<3 where bits.read(1) == 1 { return 0 }
    return explicitSize(&bits)
  }

  private static func skipColor(_ bits: inout BitReader, profile: Int) {
    if profile >= 2 { bits.skip(1) }
    let isRGB = bits.read(3) == 7
    if !isRGB { bits.skip(1) }
    if profile & 1 == 1 { bits.skip(isRGB ? 1 : 3) }
  }

  private static func explicitSize(_ bits: inout BitReader) -> Int64 {
    let pixels = Int64(bits.read(16) + 1) * Int64(bits.read(16) + 1)
    return bits.isOver ? 0 : pixels
  }
}
