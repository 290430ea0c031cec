internal import Rules

/// What the first bytes of a file say it is; names and types that came with it say nothing.
enum Sniff: Equatable {
  /// A container that we open, with libavformat's name of the demuxer that reads it.
  case container(Container, demuxer: String)
  /// A picture, moving or not, that is no movie container.
  case image
  /// A format of sound alone.
  case sound
  /// A format of moving pictures that is not on the list of containers.
  case otherMovie
  case empty
  case unknown

  /// How many bytes from the start are enough to tell.
  static let headLength = 4096

  /// Tells a format from the first `headLength` bytes of a file, or all of them.
  init(head: [UInt8]) {
    guard !head.isEmpty else {
      self = .empty
      return
    }
    self =
      Self.isoBaseMedia(head) ?? Self.matroska(head) ?? Self.riff(head) ?? Self.signature(head)
      ?? Self.transportStream(head) ?? .unknown
  }

  private static func isoBaseMedia(_ head: [UInt8]) -> Sniff? {
    guard head.count >= 8 else { return nil }
    switch text(head, 4, 4) {
    case "ftyp":
      guard head.count >= 12 else { return .container(.mp4, demuxer: "mov") }
      let brand = text(head, 8, 4)
      if imageBrands.contains(brand) { return .image }
      if brand == "qt  " { return .container(.quicktime, demuxer: "mov") }
      if brand.hasPrefix("3g") { return .container(.threeGP, demuxer: "mov") }
      return .container(.mp4, demuxer: "mov")
    case "moov", "mdat", "wide", "free", "skip", "pnot":
      return .container(.quicktime, demuxer: "mov")
    case "moof", "styp", "sidx":
      return .container(.mp4, demuxer: "mov")
    case "jP  ", "JXL ":
      return .image
    default:
      return nil
    }
  }

  /// Major brands of HEIF and its kin (ISO/IEC 23008-12, AV1 Image File Format).
  private static let imageBrands: Set<String> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1", "avif", "avis", "avci",
    "avcs", "jpeg", "crx ", "miaf", "jxl ",
  ]

  private static func matroska(_ head: [UInt8]) -> Sniff? {
    guard head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
    // The document type is element 0x4282 of the EBML header (RFC 8794, 11.2.7).
    var place = 4
    while place + 6 < min(head.count, 128) {
      if head[place] == 0x42, head[place + 1] == 0x82, head[place + 2] & 0x80 != 0 {
        let length = Int(head[place + 2] & 0x7F)
        let name = text(head, place + 3, length)
        return .container(name.hasPrefix("webm") ? .webm : .matroska, demuxer: "matroska")
      }
      place += 1
    }
    return .container(.matroska, demuxer: "matroska")
  }

  private static func riff(_ head: [UInt8]) -> Sniff? {
    guard head.count >= 12, text(head, 0, 4) == "RIFF" else { return nil }
    switch text(head, 8, 4) {
    case "AVI ", "AVIX", "AVI\u{19}", "AMV ": return .container(.avi, demuxer: "avi")
    case "WEBP": return .image
    case "WAVE": return .sound
    default: return nil
    }
  }

  private static func signature(_ head: [UInt8]) -> Sniff? {
    for (bytes, result) in signatures where head.starts(with: bytes) { return result }
    return isBareSound(head) ? .sound : nil
  }

  /// Whether a frame of ADTS (ISO/IEC 13818-7, 6.2.1) or MPEG audio (ISO/IEC 11172-3, 2.4.2.3)
  /// begins: eleven or twelve set bits, then a layer and rates that exist.
  private static func isBareSound(_ head: [UInt8]) -> Bool {
    guard head.count >= 4, head[0] == 0xFF else { return false }
    if head[1] & 0xF6 == 0xF0 { return head[2] >> 2 & 0xF < 13 }
    // FF FE is how text in UTF-16 begins, and MPEG audio of a layer that no file has.
    return head[1] & 0xE0 == 0xE0 && head[1] & 0x18 != 0x08 && head[1] & 0x06 != 0
      && head[1] & 0x06 != 0x06 && head[2] & 0xF0 != 0xF0 && head[2] & 0x0C != 0x0C
  }

  private static let signatures: [([UInt8], Sniff)] = [
    (Array("GIF87a".utf8), .container(.gif, demuxer: "gif")),
    (Array("GIF89a".utf8), .container(.gif, demuxer: "gif")),
    ([0x46, 0x4C, 0x56, 0x01], .container(.flv, demuxer: "flv")),
    (
      [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA],
      .container(.asf, demuxer: "asf")
    ),
    (Array("OggS".utf8), .container(.ogg, demuxer: "ogg")),
    ([0x00, 0x00, 0x01, 0xBA], .container(.mpegps, demuxer: "mpeg")),
    ([0x00, 0x00, 0x01, 0xB3], .container(.mpegvideo, demuxer: "mpegvideo")),
    ([0xFF, 0xD8, 0xFF], .image),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .image),
    ([0x49, 0x49, 0x2A, 0x00], .image), ([0x4D, 0x4D, 0x00, 0x2A], .image),
    (Array("8BPS".utf8), .image), ([0xFF, 0x0A], .image), ([0x00, 0x00, 0x01, 0x00], .image),
    (Array("ID3".utf8), .sound), (Array("fLaC".utf8), .sound), (Array("#!AMR".utf8), .sound),
    (Array("caff".utf8), .sound), (Array("FORM".utf8), .sound), (Array(".snd".utf8), .sound),
    ([0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02], .otherMovie),
    ([0x00, 0x00, 0x00, 0x01, 0x67], .otherMovie), ([0x00, 0x00, 0x01, 0x67], .otherMovie),
    ([0x00, 0x00, 0x00, 0x01, 0x27], .otherMovie), ([0x00, 0x00, 0x00, 0x01, 0x09], .otherMovie),
    ([0x00, 0x00, 0x00, 0x01, 0x40], .otherMovie), ([0x00, 0x00, 0x00, 0x01, 0x06], .otherMovie),
    (Array("DKIF".utf8), .otherMovie), (Array("YUV4MPEG2".utf8), .otherMovie),
    (Array(".RMF".utf8), .otherMovie), (Array("nut/multimedia".utf8), .otherMovie),
    ([0x12, 0x00, 0x0A], .otherMovie),
  ]

  /// Packets of 188 bytes that start with 0x47; 192 with four bytes before each, 204 with parity.
  private static func transportStream(_ head: [UInt8]) -> Sniff? {
    for (size, first) in [(188, 0), (192, 4), (204, 0)] {
      var place = first
      var count = 0
      while place < head.count, head[place] == 0x47 {
        count += 1
        place += size
      }
      if count >= 3, place >= head.count { return .container(.mpegts, demuxer: "mpegts") }
    }
    return nil
  }

  private static func text(_ bytes: [UInt8], _ start: Int, _ count: Int) -> String {
    let end = min(bytes.count, start + count)
    guard start < end else { return "" }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
