/// A sequence parameter set that was read to its last bit (ISO/IEC 14496-10, 7.3.2.1.1).
struct SequenceParameterSet {
  /// `seq_parameter_set_id`.
  let id: Int
  /// The unit put together anew, so that nothing is in it but its fields.
  let unit: [UInt8]

  /// The number of a set, of which only that is read.
  static func id(of unit: [UInt8]) -> Int? {
    var reader = BitReader(EmulationPrevention.removed(from: unit.prefix(16).dropFirst(4)))
    let id = reader.exponentialGolomb(upTo: 31)
    return reader.isBroken ? nil : id
  }

  /// Reads the set of a progressive movie of Baseline, Main or High profile in 4:2:0 and 8 bits.
  ///
  /// Throws ``H264Error/Code/value`` for any other, and for one with bits behind its fields.
  init(unit: [UInt8]) throws(H264Error) {
    let payload = ParameterSetPayload(unit: unit)
    var reader = BitReader(payload.bytes)
    let profile = reader.bits(8)
    // The constraint flags and two reserved bits, then the level.
    reader.skip(6)
    reader.fail(if: reader.bits(2) != 0)
    reader.skip(8)
    id = reader.exponentialGolomb(upTo: 31)
    switch profile {
    case 66, 77: break
    case 100: Self.readHigh(&reader)
    default: reader.fail()
    }
    _ = reader.exponentialGolomb(upTo: 12)  // log2_max_frame_num_minus4
    Self.readPictureOrder(&reader)
    _ = reader.exponentialGolomb(upTo: 16)  // max_num_ref_frames
    reader.skip(1)  // gaps_in_frame_num_value_allowed_flag
    _ = reader.exponentialGolomb(upTo: 0xFFFF)  // pic_width_in_mbs_minus1
    _ = reader.exponentialGolomb(upTo: 0xFFFF)  // pic_height_in_map_units_minus1
    // Fields would come in units that begin anew within one sample.
    reader.fail(if: !reader.flag())  // frame_mbs_only_flag
    reader.skip(1)  // direct_8x8_inference_flag
    if reader.flag() {
      for _ in 0..<4 { _ = reader.exponentialGolomb(upTo: 0xFFFF) }  // frame cropping
    }
    if reader.flag() { Self.readUsability(&reader) }
    self.unit = try payload.rebuilt(after: reader)
  }

  /// What High profile has before the rest: the pixels' format, and scaling lists.
  private static func readHigh(_ reader: inout BitReader) {
    reader.fail(if: reader.exponentialGolomb() != 1)  // chroma_format_idc
    reader.fail(if: reader.exponentialGolomb() != 0)  // bit_depth_luma_minus8
    reader.fail(if: reader.exponentialGolomb() != 0)  // bit_depth_chroma_minus8
    reader.skip(1)  // qpprime_y_zero_transform_bypass_flag
    if reader.flag() { ScalingLists.read(&reader, count: 8) }
  }

  private static func readPictureOrder(_ reader: inout BitReader) {
    switch reader.exponentialGolomb(upTo: 2) {
    case 0: _ = reader.exponentialGolomb(upTo: 12)
    case 1:
      reader.skip(1)
      for _ in 0..<2 { _ = reader.signedExponentialGolomb() }
      for _ in 0..<reader.exponentialGolomb(upTo: 255) { _ = reader.signedExponentialGolomb() }
    default: break
    }
  }

  /// `vui_parameters`, E.1.1.
  private static func readUsability(_ reader: inout BitReader) {
    if reader.flag(), reader.bits(8) == 255 { reader.skip(32) }  // the pixels' shape
    if reader.flag() { reader.skip(1) }  // overscan
    if reader.flag() {
      reader.skip(4)  // video_format, video_full_range_flag
      if reader.flag() { reader.skip(24) }  // primaries, transfer, matrix
    }
    if reader.flag() {
      for _ in 0..<2 { _ = reader.exponentialGolomb(upTo: 5) }  // where chroma samples lie
    }
    if reader.flag() { reader.skip(65) }  // timing
    let hasNALBuffer = reader.flag()
    if hasNALBuffer { readBuffer(&reader) }
    let hasVCLBuffer = reader.flag()
    if hasVCLBuffer { readBuffer(&reader) }
    if hasNALBuffer || hasVCLBuffer { reader.skip(1) }  // low_delay_hrd_flag
    reader.skip(1)  // pic_struct_present_flag
    if reader.flag() {
      reader.skip(1)
      for _ in 0..<4 { _ = reader.exponentialGolomb(upTo: 16) }
      for _ in 0..<2 { _ = reader.exponentialGolomb(upTo: 16) }
    }
  }

  /// `hrd_parameters`, E.1.2, of one buffer; up to 32 may be described, which nobody does.
  private static func readBuffer(_ reader: inout BitReader) {
    reader.fail(if: reader.exponentialGolomb() != 0)
    reader.skip(8)
    for _ in 0..<2 { _ = reader.exponentialGolomb() }
    reader.skip(1 + 20)
  }
}
