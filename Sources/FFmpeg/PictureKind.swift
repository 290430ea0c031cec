/// Tells of a packet that did not decode whether it could have been a key frame.
///
/// The flag of a packet is no help there: in most containers libavformat reads it out of the picture.
public struct PictureKind: Sendable {
  private let codec: String?
  private let units: CodedUnits

  public init(_ stream: StreamDescription) {
    codec = stream.codec
    // `avcC` and `hvcC` begin with their version; start codes begin with zeros.
    let record = stream.extradata
    let place = codec == "hevc" ? 21 : 4
    let isRecord = record.count > place + 1 && record[0] == 1
    units = CodedUnits(lengthBytes: isRecord ? Int(record[place] & 3) + 1 : nil)
  }

  /// Whether what is left of a picture says that it leans on another one.
  public func leans(_ packet: borrowing Packet) -> Bool {
    // Lent to look at its first bytes.
    unsafe packet.withBytes { unsafe leans($0) }
  }

  func leans(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch codec {
    case "h264": unsafe h264Leans(bytes)
    case "hevc": unsafe hevcLeans(bytes)
    // Intra pictures are coding type 0 (ISO/IEC 14496-2, 6.3.5).
    case "mpeg4": unsafe byte(1, behind: 0xB6, in: bytes).map { $0 >> 6 != 0 } ?? false
    // 2 and 3 are pictures that lean on others (ISO/IEC 13818-2, 6.3.9).
    case "mpeg1video", "mpeg2video":
      unsafe byte(2, behind: 0, in: bytes).map { [2, 3].contains($0 >> 3 & 7) } ?? false
    // The lowest bit of the frame tag (RFC 6386, 9.1).
    case "vp8": unsafe bytes.first.map { $0 & 1 != 0 } ?? false
    default: false
    }
  }

  /// A byte behind the first start code of a kind, counted from 1.
  private func byte(
    _ place: Int, behind code: UInt8, in bytes: UnsafeRawBufferPointer
  ) -> UInt8? {
    var next = 0
    while let unit = unsafe units.next(in: bytes, from: &next) {
      if unsafe bytes[unit] != code { continue }
      return unit + place < bytes.count ? unsafe bytes[unit + place] : nil
    }
    return nil
  }

  /// Whether the first slice is of type P or B (ITU-T H.264, 7.4.3).
  private func h264Leans(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var next = 0
    while let unit = unsafe units.next(in: bytes, from: &next) {
      guard unsafe [1, 2, 5].contains(bytes[unit] & 0x1F) else { continue }
      guard unsafe bytes[unit] & 0x1F != 5 else { return false }
      var bits: UInt64 = 0
      for index in unit + 1..<unit + 9 {
        bits = bits << 8 | (index < bytes.count ? unsafe UInt64(bytes[index]) : 0)
      }
      // The first macroblock, then the type.
      guard Self.takeGolomb(&bits) != nil, let type = Self.takeGolomb(&bits) else { return false }
      return [0, 1].contains(type % 5)
    }
    return false
  }

  /// An Exp-Golomb code of at most 31 bits at the top (9.1).
  private static func takeGolomb(_ bits: inout UInt64) -> UInt64? {
    let zeros = bits.leadingZeroBitCount
    guard zeros < 16 else { return nil }
    let width = 2 * zeros + 1
    let value = bits >> (64 - UInt64(width))
    bits <<= UInt64(width)
    return value - 1
  }

  /// Whether the first slice is not of a random access point (ITU-T H.265, table 7-1).
  private func hevcLeans(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var next = 0
    while let unit = unsafe units.next(in: bytes, from: &next) {
      let type = unsafe bytes[unit] >> 1 & 0x3F
      guard type < 32 else { continue }
      // The layer of time is never 0: zeros are no header.
      return unit + 1 < bytes.count && (unsafe bytes[unit + 1] & 7 != 0) && type < 16
    }
    return false
  }
}
