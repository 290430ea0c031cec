/// Tells of a packet that did not decode whether it could have been a key frame.
///
/// The flag of a packet is no help there: in most containers libavformat reads it out of the picture.
public struct PictureKind: Sendable {
  /// What is left of a picture says of itself.
  public enum Claim: Sendable {
    /// That it is decoded by itself.
    case key
    /// That it leans on another one.
    case leaning
  }

  private let codec: String?
  private let units: CodedUnits

  public init(_ stream: StreamDescription) {
    self.init(codec: stream.codec, extradata: stream.extradata)
  }

  init(codec: String?, extradata: [UInt8]) {
    self.codec = codec
    units =
      switch codec {
      case "h264": CodedUnits(.h264, extradata: extradata)
      case "hevc": CodedUnits(.h265, extradata: extradata)
      default: CodedUnits()
      }
  }

  /// Whether libavformat flags key frames by a bit that nothing beside it bears out, in any container:
  /// zeros are such to its parsers of VP8 and VP9.
  public var hasGuessedFlags: Bool { codec == "vp8" || codec == "vp9" }

  /// What is left of a picture says; nil where that can't be read.
  public func claim(of packet: borrowing Packet) -> Claim? {
    // Lent to look at its headers.
    unsafe packet.withBytes { unsafe claim(of: $0) }
  }

  func claim(of bytes: UnsafeRawBufferPointer) -> Claim? {
    switch codec {
    case "h264": unsafe h264Claim(bytes)
    case "hevc": unsafe hevcClaim(bytes)
    // Intra pictures are coding type 0 (ISO/IEC 14496-2, 6.3.5).
    case "mpeg4": unsafe byte(1, behind: 0xB6, in: bytes).map { $0 >> 6 == 0 ? .key : .leaning }
    // 1 is an intra picture, 2 and 3 lean on others (ISO/IEC 13818-2, 6.3.9).
    case "mpeg1video", "mpeg2video":
      switch unsafe byte(2, behind: 0, in: bytes).map({ $0 >> 3 & 7 }) {
      case 1: .key
      case 2, 3: .leaning
      default: nil
      }
    case "vp8": unsafe Self.vp8Claim(bytes)
    case "vp9": unsafe Self.vp9Claim(bytes)
    default: nil
    }
  }

  /// Key frames have a start code behind the frame tag, whose lowest bit says that the others are none
  /// (RFC 6386, 9.1).
  private static func vp8Claim(_ bytes: UnsafeRawBufferPointer) -> Claim? {
    if unsafe bytes.dropFirst(3).starts(with: [0x9D, 0x01, 0x2A]) { return .key }
    return unsafe bytes.first.flatMap { $0 & 1 != 0 ? .leaning : nil }
  }

  /// The first frame of a packet: a frame marker, the profile, whether a frame is only shown again, and
  /// the frame's type, behind which key frames have a code (VP9 Bitstream & Decoding Process
  /// Specification, 6.2 and 7.2).
  private static func vp9Claim(_ bytes: UnsafeRawBufferPointer) -> Claim? {
    guard let first = unsafe bytes.first, first >> 6 == 2 else { return nil }
    // Profile 3 has one bit more.
    let isThird = first & 0x30 == 0x30
    let rest = isThird ? first << 5 : first << 4
    if isThird, first & 8 != 0 { return nil }
    if rest & 0xC0 != 0 { return .leaning }
    // Of the first byte two bits are left, or one.
    let code = unsafe bytes.dropFirst().prefix(4).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard bytes.count >= 5 else { return nil }
    let hasCode = isThird ? code >> 7 & 0xFF_FFFF == syncCode : code >> 8 == syncCode
    return hasCode ? .key : nil
  }

  private static let syncCode: UInt64 = 0x49_8342

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

  /// By the slices, and by what a key frame that is no refresh of the decoder comes with: parameter sets
  /// or a recovery point (ITU-T H.264, 7.4.1.2.4 and D.2.8).
  private func h264Claim(_ bytes: UnsafeRawBufferPointer) -> Claim? {
    var slice: Int?
    var mayBeEntry = false
    var next = 0
    while let unit = unsafe units.next(in: bytes, from: &next) {
      switch unsafe bytes[unit] & 0x1F {
      case 5: return .key
      case 1, 2: slice = slice ?? unit
      case 7: mayBeEntry = true
      case 6:
        let end = units.haveLengths ? next : bytes.count
        if unsafe Self.hasRecoveryPoint(bytes, from: unit + 1, to: end) { mayBeEntry = true }
      default: break
      }
    }
    guard let slice else { return nil }
    if !mayBeEntry { return .leaning }
    var bits: UInt64 = 0
    for index in slice + 1..<slice + 9 {
      bits = bits << 8 | (index < bytes.count ? unsafe UInt64(bytes[index]) : 0)
    }
    // The first macroblock, then the type: P or B (7.4.3).
    guard Self.takeGolomb(&bits) != nil, let type = Self.takeGolomb(&bits) else { return .key }
    return [0, 1].contains(type % 5) ? .leaning : .key
  }

  /// Whether one of the messages of a unit (7.3.2.3.1) is a recovery point, which is number 6.
  ///
  /// - Parameter end: behind the unit, or further behind where a start code ends it: no byte of a packet
  ///   is looked at for more than one unit, however many there are.
  private static func hasRecoveryPoint(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int
  ) -> Bool {
    var place = start
    var zeros = 0
    /// The next byte; zeros that look like a start code are parted by a 3 (7.4.1.1).
    func take() -> Int? {
      guard place < end else { return nil }
      if zeros >= 2, unsafe bytes[place] == 1 { return nil }
      if zeros >= 2, unsafe bytes[place] == 3 {
        place += 1
        zeros = 0
        guard place < end else { return nil }
      }
      let byte = unsafe bytes[place]
      place += 1
      zeros = byte == 0 ? zeros + 1 : 0
      return Int(byte)
    }
    /// A number as the sum of bytes, of which all but the last are 255.
    func takeSum() -> Int? {
      var sum = 0
      while let byte = take() {
        sum += byte
        if byte < 255 { return sum }
      }
      return nil
    }
    // The bit that ends a unit is the first of its byte.
    while place < end, unsafe bytes[place] != 0x80 {
      guard let type = takeSum(), let size = takeSum() else { return false }
      if type == 6 { return true }
      for _ in 0..<size { if take() == nil { return false } }
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

  /// Whether the first slice is of a random access point (ITU-T H.265, table 7-1).
  private func hevcClaim(_ bytes: UnsafeRawBufferPointer) -> Claim? {
    var next = 0
    while let unit = unsafe units.next(in: bytes, from: &next) {
      let type = unsafe bytes[unit] >> 1 & 0x3F
      guard type < 32 else { continue }
      // The layer of time is never 0: zeros are no header.
      guard unit + 1 < bytes.count, unsafe bytes[unit + 1] & 7 != 0 else { return nil }
      return type < 16 ? .leaning : .key
    }
    return nil
  }
}
