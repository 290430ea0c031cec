/// What a NAL unit carries: `nal_unit_type` (ISO/IEC 14496-10, table 7-1).
struct NALUnitType: RawRepresentable, Equatable {
  var rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The type in a unit's first byte.
  init(header: UInt8) { rawValue = header & 0x1F }

  /// A slice of a picture that may need others.
  static let slice = Self(rawValue: 1)
  /// A slice of a picture that decoding may begin at.
  static let keySlice = Self(rawValue: 5)
  static let sequenceParameterSet = Self(rawValue: 7)
  static let pictureParameterSet = Self(rawValue: 8)
  static let sequenceParameterSetExtension = Self(rawValue: 13)

  /// Whether it carries a part of a slice, as Extended profile may divide them.
  var isPartition: Bool { (2...4).contains(rawValue) }

  /// Whether it belongs into the decoder configuration.
  var isParameterSet: Bool {
    [.sequenceParameterSet, .pictureParameterSet, .sequenceParameterSetExtension].contains(self)
  }
}
