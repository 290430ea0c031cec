/// What a NAL unit carries: `nal_unit_type` (ISO/IEC 14496-10, table 7-1).
struct NALUnitType: RawRepresentable, Equatable {
  var rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The type in a unit's first byte.
  init(header: UInt8) { rawValue = header & 0x1F }

  /// A slice of a picture that decoding may begin at.
  static let keySlice = Self(rawValue: 5)
  static let supplemental = Self(rawValue: 6)
  static let sequenceParameterSet = Self(rawValue: 7)
  static let pictureParameterSet = Self(rawValue: 8)
  static let delimiter = Self(rawValue: 9)
  static let filler = Self(rawValue: 12)
  static let sequenceParameterSetExtension = Self(rawValue: 13)

  /// Whether it carries a piece of the primary picture.
  var isPicture: Bool { (1...5).contains(rawValue) }

  /// Whether it belongs into the decoder configuration.
  var isParameterSet: Bool {
    [.sequenceParameterSet, .pictureParameterSet, .sequenceParameterSetExtension].contains(self)
  }

  /// Whether the standard leaves it to applications: no decoder reads it, and it can hold anything.
  var isUnspecified: Bool { rawValue == 0 || rawValue >= 24 }
}
