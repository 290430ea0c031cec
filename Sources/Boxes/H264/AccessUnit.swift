/// One coded picture as an output holds it: only what a decoder needs, each NAL unit after its
/// length in 4 bytes.
///
/// Left out are: user data and encoder banners (of supplemental units that hold other messages
/// too, only these), access unit delimiters and filler, which files do not need; units of
/// unspecified type, which no decoder reads and which can hold anything; and parameter sets that
/// the decoder configuration has already, since `avc1` allows them nowhere else.
public struct AccessUnit: Sendable, Equatable {
  /// The sample's bytes, empty where nothing was kept.
  public private(set) var sample: [UInt8] = []
  /// Whether it holds a picture; a sample without one is not to be written.
  public private(set) var hasPicture = false
  /// Whether the picture is an IDR picture, at which decoding may begin.
  public private(set) var isKey = false
  /// Whether it held parameter sets that the configuration does not have.
  ///
  /// They are kept, so that the sample still decodes, but `avc1` forbids them: such a stream can
  /// only be encoded anew.
  public private(set) var hasOtherParameterSets = false

  /// Converts a byte stream (Annex B), as encoders and transport streams have it.
  public init(annexB bytes: Span<UInt8>, configuration: AVCConfiguration) throws(H264Error) {
    for unit in try NALUnits.annexB(bytes) {
      try append(Self.copy(unit, of: bytes), configuration)
    }
  }

  /// Converts a sample of a file whose decoder configuration is `configuration`, which says how
  /// long its lengths are.
  public init(
    lengthPrefixed bytes: Span<UInt8>, configuration: AVCConfiguration
  ) throws(H264Error) {
    for unit in try NALUnits.lengthPrefixed(bytes, lengthSize: configuration.lengthSize) {
      try append(Self.copy(unit, of: bytes), configuration)
    }
  }

  private mutating func append(
    _ unit: [UInt8], _ configuration: AVCConfiguration
  ) throws(H264Error) {
    let type = NALUnitType(header: unit[0])
    if type == .delimiter || type == .filler || type.isUnspecified { return }
    if type.isParameterSet {
      if configuration.contains(unit) { return }
      hasOtherParameterSets = true
    }
    if type.isPicture { hasPicture = true }
    if type == .keySlice { isKey = true }
    if type == .supplemental {
      var messages = try SupplementalMessages(unit: unit)
      let count = messages.messages.count
      messages.messages.removeAll(where: \.isUserData)
      if messages.messages.count < count {
        if let rest = messages.unit { try append(rest) }
        return
      }
    }
    try append(unit)
  }

  private mutating func append(_ unit: [UInt8]) throws(H264Error) {
    guard let length = UInt32(exactly: unit.count) else { throw H264Error(.tooLarge) }
    for shift in [24, 16, 8, 0] { sample.append(UInt8(truncatingIfNeeded: length >> shift)) }
    sample += unit
  }

  private static func copy(_ range: Range<Int>, of bytes: Span<UInt8>) -> [UInt8] {
    // The range was found in these bytes; the pointer lives only for the copy, which a loop over
    // the span would make byte by byte.
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
  }
}
