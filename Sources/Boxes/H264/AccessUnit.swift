/// One coded picture as an output holds it: only its slices, each after its length in 4 bytes.
///
/// Everything else is left out. Supplemental messages hold encoder banners, captions, clocks,
/// places and whatever a phone likes to say; the picture is decoded the same without them. So it is
/// without delimiters, filler, marks of an end, alpha and other views, units of types that no decoder
/// reads, and the parameter sets that the decoder configuration has.
public struct AccessUnit: Sendable, Equatable {
  /// The sample's bytes, empty where nothing was kept.
  public private(set) var sample: [UInt8] = []
  /// Whether it holds a picture; a sample without one is not to be written.
  public private(set) var hasPicture = false
  /// Whether the picture is an IDR picture, at which decoding may begin.
  public private(set) var isKey = false
  /// Whether it held parameter sets that the configuration does not have.
  ///
  /// `avc1` forbids them: such a stream can only be encoded anew.
  public private(set) var hasOtherParameterSets = false
  /// Whether all slices are those of one picture, in order.
  ///
  /// Partitioned slices (types 2 to 4), which no player of files takes, and a second picture, which
  /// decoders may pass over, can only be encoded anew.
  public private(set) var isPlain = true
  /// The picture parameter sets that its slices name.
  public private(set) var pictureParameterSets: Set<Int> = []

  private var lastMacroblock = -1

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
    if type.isParameterSet, !configuration.contains(unit) { hasOtherParameterSets = true }
    if type.isPartition { isPlain = false }
    guard type == .slice || type == .keySlice else { return }
    note(unit, type)
    hasPicture = true
    guard let length = UInt32(exactly: unit.count) else { throw H264Error(.tooLarge) }
    for shift in [24, 16, 8, 0] { sample.append(UInt8(truncatingIfNeeded: length >> shift)) }
    sample += unit
  }

  private mutating func note(_ unit: [UInt8], _ type: NALUnitType) {
    let isKey = type == .keySlice
    guard let head = SliceHead(unit: unit), !hasPicture || isKey == self.isKey,
      hasPicture ? head.firstMacroblock > lastMacroblock : head.firstMacroblock == 0
    else {
      isPlain = false
      self.isKey = self.isKey || isKey
      return
    }
    self.isKey = isKey
    lastMacroblock = head.firstMacroblock
    pictureParameterSets.insert(head.pictureParameterSet)
  }

  private static func copy(_ range: Range<Int>, of bytes: Span<UInt8>) -> [UInt8] {
    // The range was found in these bytes; the pointer lives only for the copy, which a loop over
    // the span would make byte by byte.
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
  }
}
