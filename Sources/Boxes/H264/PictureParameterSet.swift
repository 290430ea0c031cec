/// A picture parameter set that was read to its last bit (ISO/IEC 14496-10, 7.3.2.2).
struct PictureParameterSet {
  /// The unit put together anew, so that nothing is in it but its fields.
  let unit: [UInt8]

  /// The numbers of a set and of the sequence parameter set that it is for; no more is read.
  static func ids(of unit: [UInt8]) -> (picture: Int, sequence: Int)? {
    var reader = BitReader(EmulationPrevention.removed(from: unit.prefix(16).dropFirst()))
    let picture = reader.exponentialGolomb(upTo: 255)
    let sequence = reader.exponentialGolomb(upTo: 31)
    return reader.isBroken ? nil : (picture, sequence)
  }

  /// Reads the set of a movie in 4:2:0, without slice groups or redundant pictures, which could hold
  /// what nobody sees.
  ///
  /// Throws ``H264Error/Code/value`` for any other, and for one with bits behind its fields.
  init(unit: [UInt8]) throws(H264Error) {
    let payload = ParameterSetPayload(unit: unit)
    var reader = BitReader(payload.bytes)
    _ = reader.exponentialGolomb(upTo: 255)  // pic_parameter_set_id
    _ = reader.exponentialGolomb(upTo: 31)  // seq_parameter_set_id
    reader.skip(2)  // entropy_coding_mode_flag, bottom_field_pic_order_in_frame_present_flag
    reader.fail(if: reader.exponentialGolomb() != 0)  // num_slice_groups_minus1
    for _ in 0..<2 { _ = reader.exponentialGolomb(upTo: 31) }  // references
    reader.skip(1)  // weighted_pred_flag
    reader.fail(if: reader.bits(2) == 3)  // weighted_bipred_idc
    for _ in 0..<3 {  // pic_init_qp_minus26, pic_init_qs_minus26, chroma_qp_index_offset
      reader.fail(if: !(-26...25).contains(reader.signedExponentialGolomb()))
    }
    reader.skip(2)  // deblocking_filter_control_present_flag, constrained_intra_pred_flag
    reader.fail(if: reader.flag())  // redundant_pic_cnt_present_flag
    if payload.hasMore(after: reader) {
      let hasLargeTransform = reader.flag()
      if reader.flag() { ScalingLists.read(&reader, count: hasLargeTransform ? 8 : 6) }
      reader.fail(if: !(-12...12).contains(reader.signedExponentialGolomb()))
    }
    self.unit = try payload.rebuilt(after: reader)
  }
}
