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
    var bits = BitReader(EmulationPrevention.removed(from: unit.dropFirst(4)))
    _ = try bits.exponentialGolomb(upTo: 31)  // seq_parameter_set_id
    chroma = try bits.exponentialGolomb(upTo: 3)
    if chroma == 3 { _ = try bits.bit() }  // separate_colour_plane_flag
    lumaBits = try bits.exponentialGolomb(upTo: 6) + 8
    chromaBits = try bits.exponentialGolomb(upTo: 6) + 8
  }

  /// Reads single bits and the numbers that parameter sets are written in.
  private struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func bit() throws(H264Error) -> UInt8 {
      guard position < bytes.count * 8 else { throw H264Error(.truncated) }
      defer { position += 1 }
      return bytes[position / 8] >> (7 - position % 8) & 1
    }

    /// `ue(v)` (9.1), of which the fields here need no more than 5 bits.
    mutating func exponentialGolomb(upTo limit: UInt8) throws(H264Error) -> UInt8 {
      var zeros = 0
      while try bit() == 0 {
        zeros += 1
        guard zeros <= 5 else { throw H264Error(.value) }
      }
      var value: UInt8 = 1
      for _ in 0..<zeros { value = value << 1 | (try bit()) }
      guard value - 1 <= limit else { throw H264Error(.value) }
      return value - 1
    }
  }
}
