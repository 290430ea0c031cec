/// What a decoder must know before the first picture: an AVCDecoderConfigurationRecord
/// (ISO/IEC 14496-15, 5.3.3.1), the payload of an `avcC` box.
public struct AVCConfiguration: Sendable, Equatable {
  /// `profile_idc`: 66 Baseline, 77 Main, 100 High.
  public let profile: UInt8
  /// The constraint flags between profile and level.
  public let compatibility: UInt8
  /// `level_idc`: ten times the level, 31 for 3.1.
  public let level: UInt8
  /// How many bytes the length before each NAL unit takes in the samples it came with: 1, 2 or 4.
  public let lengthSize: Int
  /// The sequence parameter sets, whole NAL units, at least one.
  public let sequenceParameterSets: [[UInt8]]
  /// The picture parameter sets, whole NAL units, at least one.
  public let pictureParameterSets: [[UInt8]]
  /// The extensions of sequence parameter sets (for auxiliary pictures), mostly none.
  public let parameterSetExtensions: [[UInt8]]

  /// Takes profile and level from the first sequence parameter set.
  ///
  /// Throws ``H264Error/Code/parameterSets`` unless there are 1 to 31 sequence and 1 to 255 picture
  /// parameter sets and at most 255 extensions, each a unit of its kind and at most 65,535 bytes.
  public init(
    sequenceParameterSets: [[UInt8]], pictureParameterSets: [[UInt8]],
    parameterSetExtensions: [[UInt8]] = [], lengthSize: Int = 4
  ) throws(H264Error) {
    guard [1, 2, 4].contains(lengthSize) else { throw H264Error(.lengthSize) }
    try Self.check(sequenceParameterSets, .sequenceParameterSet, count: 1...31, bytes: 4)
    try Self.check(pictureParameterSets, .pictureParameterSet, count: 1...255, bytes: 2)
    try Self.check(
      parameterSetExtensions, .sequenceParameterSetExtension, count: 0...255, bytes: 2)
    self.sequenceParameterSets = sequenceParameterSets
    self.pictureParameterSets = pictureParameterSets
    self.parameterSetExtensions = parameterSetExtensions
    self.lengthSize = lengthSize
    profile = sequenceParameterSets[0][1]
    compatibility = sequenceParameterSets[0][2]
    level = sequenceParameterSets[0][3]
  }

  /// Gathers the parameter sets of a byte stream, as an encoder's global header is one; other
  /// units in it, such as its banner, are ignored.
  public init(annexB bytes: Span<UInt8>) throws(H264Error) {
    var sets: [UInt8: [[UInt8]]] = [:]
    for range in try NALUnits.annexB(bytes) {
      let unit = range.map { bytes[$0] }
      let type = NALUnitType(header: unit[0])
      if type.isParameterSet, sets[type.rawValue]?.contains(unit) != true {
        sets[type.rawValue, default: []].append(unit)
      }
    }
    try self.init(
      sequenceParameterSets: sets[NALUnitType.sequenceParameterSet.rawValue] ?? [],
      pictureParameterSets: sets[NALUnitType.pictureParameterSet.rawValue] ?? [],
      parameterSetExtensions: sets[NALUnitType.sequenceParameterSetExtension.rawValue] ?? [])
  }

  /// Whether it holds exactly this NAL unit as a parameter set.
  func contains(_ unit: [UInt8]) -> Bool {
    sequenceParameterSets.contains(unit) || pictureParameterSets.contains(unit)
      || parameterSetExtensions.contains(unit)
  }

  private static func check(
    _ sets: [[UInt8]], _ type: NALUnitType, count: ClosedRange<Int>, bytes: Int
  ) throws(H264Error) {
    let fit = sets.allSatisfy { unit in
      (bytes...0xFFFF).contains(unit.count) && unit[0] & 0x80 == 0
        && NALUnitType(header: unit[0]) == type
    }
    guard count.contains(sets.count), fit else { throw H264Error(.parameterSets) }
  }
}
