/// How a High-profile stream samples its pixels, from the head of its sequence parameter set
/// (ISO/IEC 14496-10, 7.3.2.1.1).
struct PixelFormat: Equatable {
  /// `chroma_format_idc`: 0 for grey, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  let chroma: UInt8
  /// Bits a luma sample, 8 to 14.
  let lumaBits: UInt8
  /// Bits a chroma sample, 8 to 14.
  let chromaBits: UInt8

  /// Reads a whole NAL unit of a profile that has these fields: any but Baseline, Main, Extended.
  init(sequenceParameterSet unit: [UInt8]) throws(H264Error) {
    // The header, profile, flags and level.
    var reader = BitReader(EmulationPrevention.removed(from: unit.dropFirst(4)))
    _ = reader.exponentialGolomb(upTo: 31)  // seq_parameter_set_id
    let chroma = reader.exponentialGolomb(upTo: 3)
    if chroma == 3 { reader.skip(1) }  // separate_colour_plane_flag
    let lumaBits = reader.exponentialGolomb(upTo: 6) + 8
    let chromaBits = reader.exponentialGolomb(upTo: 6) + 8
    guard !reader.isBroken else { throw H264Error(.value) }
    self.chroma = UInt8(chroma)
    self.lumaBits = UInt8(lumaBits)
    self.chromaBits = UInt8(chromaBits)
  }
}
