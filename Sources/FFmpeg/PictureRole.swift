internal import CFFmpeg

/// What the other pictures of a stream need of one, as its packet says.
public struct PictureRole: Sendable, Equatable {
  /// Whether what is shown after it can be decoded without anything that was coded before it.
  public var isEntry: Bool
  /// Whether no other picture is coded against it.
  public var isDisposable: Bool
  /// Whether it is shown before the key frame that was coded before it, and may lean on what came before
  /// that; none that follows leans on it (RASL and RADL pictures of H.265).
  public var isLeading: Bool

  public init(isEntry: Bool = false, isDisposable: Bool = false, isLeading: Bool = false) {
    self.isEntry = isEntry
    self.isDisposable = isDisposable
    self.isLeading = isLeading
  }
}

/// Reads the roles of a stream's pictures out of their packets, without decoding them.
///
/// The container's flag of key frames is not believed: some writers set it on every packet. A picture
/// that says nothing certain is taken for one that all others need.
public struct PictureRoles: Sendable {
  private enum Rule {
    case nalUnits(CodedUnits, isH265: Bool, highestLayer: Int?)
    case keyFrames(PictureKind)
    case alone
    case unknown
  }

  private let rule: Rule

  public init(_ stream: StreamDescription) {
    self.init(codec: stream.codec, extradata: stream.extradata)
  }

  init(codec: String?, extradata: [UInt8]) {
    switch codec {
    case "h264":
      rule = .nalUnits(
        CodedUnits(.h264, extradata: extradata), isH265: false, highestLayer: nil)
    case "hevc":
      rule = .nalUnits(
        CodedUnits(.h265, extradata: extradata), isH265: true,
        highestLayer: Self.highestLayer(extradata))
    case "vp8", "vp9": rule = .keyFrames(PictureKind(codec: codec, extradata: extradata))
    case let codec?: rule = Self.isIntraOnly(codec) ? .alone : .unknown
    case nil: rule = .unknown
    }
  }

  /// - Parameter packet: one whole coded picture.
  public func role(of packet: borrowing Packet) -> PictureRole {
    switch rule {
    case .unknown: PictureRole()
    case .alone: PictureRole(isEntry: true, isDisposable: true)
    case .keyFrames(let kind): PictureRole(isEntry: kind.claim(of: packet) == .key)
    case .nalUnits:
      // Lent to look at the units' headers.
      unsafe packet.withBytes { unsafe role(of: $0) }
    }
  }

  func role(of bytes: UnsafeRawBufferPointer) -> PictureRole {
    guard case .nalUnits(let units, let isH265, let highestLayer) = rule else {
      return PictureRole()
    }
    var entries = 0
    var disposable = 0
    var leading = 0
    var slices = 0
    var next = 0
    while let unit = unsafe units.next(in: bytes, from: &next) {
      guard unit + 1 < bytes.count else { return PictureRole() }
      let (header, second) = unsafe (bytes[unit], bytes[unit + 1])
      if isH265 {
        // nal_unit_type, nuh_layer_id and nuh_temporal_id_plus1 (ITU-T H.265, 7.3.1.2, table 7-1).
        let type = header >> 1 & 0x3F
        let hasBaseLayer = header & 1 == 0 && second >> 3 == 0
        guard type < 32, hasBaseLayer else { continue }
        slices += 1
        if (16...21).contains(type) { entries += 1 }
        if (6...9).contains(type) { leading += 1 }
        // Even numbers up to 14 are not for others of their own layer of time; above the highest
        // layer there is none.
        if type <= 14, type % 2 == 0, Int(second & 7) - 1 == highestLayer { disposable += 1 }
      } else {
        // nal_ref_idc and nal_unit_type (ITU-T H.264, 7.3.1, table 7-1).
        guard (1...5).contains(header & 0x1F) else { continue }
        slices += 1
        if header & 0x1F == 5 { entries += 1 }
        if header >> 5 & 3 == 0 { disposable += 1 }
      }
    }
    guard slices > 0 else { return PictureRole() }
    return PictureRole(
      isEntry: entries == slices, isDisposable: disposable == slices,
      isLeading: leading == slices)
  }

  /// The highest layer of time by `numTemporalLayers` of an `hvcC` (ISO/IEC 14496-15, 8.3.3.1.2); nil
  /// where that is 0, which means unknown, or there is no record.
  private static func highestLayer(_ extradata: [UInt8]) -> Int? {
    guard extradata.count >= 23, extradata[0] == 1 else { return nil }
    let layers = Int(extradata[21] >> 3 & 7)
    return layers > 0 ? layers - 1 : nil
  }

  /// Whether each picture of a codec is coded by itself (`AV_CODEC_PROP_INTRA_ONLY`).
  private static func isIntraOnly(_ codec: String) -> Bool {
    // A static table entry of libavcodec.
    guard let descriptor = unsafe avcodec_descriptor_get_by_name(codec) else { return false }
    return unsafe descriptor.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0
  }
}
