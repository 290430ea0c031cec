/// What a slice says first (`slice_header`, ISO/IEC 14496-10, 7.3.3).
struct SliceHead {
  /// `first_mb_in_slice`.
  let firstMacroblock: Int
  /// `pic_parameter_set_id`.
  let pictureParameterSet: Int

  /// Reads a whole NAL unit.
  ///
  /// - Returns: nil where it breaks off or a number is outside its range.
  init?(unit: [UInt8]) {
    // Three numbers of at most 9 bytes together, and emulation prevention between them.
    var reader = BitReader(EmulationPrevention.removed(from: unit.prefix(24).dropFirst()))
    firstMacroblock = reader.exponentialGolomb()
    _ = reader.exponentialGolomb(upTo: 9)  // slice_type
    pictureParameterSet = reader.exponentialGolomb(upTo: 255)
    if reader.isBroken { return nil }
  }
}
