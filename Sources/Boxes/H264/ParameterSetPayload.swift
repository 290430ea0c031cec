/// The bytes of a parameter set behind its header, and where its fields end.
struct ParameterSetPayload {
  private let header: UInt8
  /// Without emulation prevention, and without zero bytes at the end, which belong to byte streams.
  let bytes: [UInt8]

  init(unit: [UInt8]) {
    header = unit.first ?? 0
    let bytes = EmulationPrevention.removed(from: unit.dropFirst())
    self.bytes = Array(bytes.prefix((bytes.lastIndex { $0 != 0 } ?? -1) + 1))
  }

  /// Where the one bit stands that ends the fields (`rbsp_trailing_bits`).
  private var end: Int { 8 * bytes.count - 1 - (bytes.last?.trailingZeroBitCount ?? 0) }

  /// Whether more fields follow (`more_rbsp_data`).
  func hasMore(after reader: BitReader) -> Bool { !reader.isBroken && reader.position < end }

  /// The unit put together anew.
  ///
  /// Throws ``H264Error/Code/value`` unless exactly its fields were read.
  func rebuilt(after reader: BitReader) throws(H264Error) -> [UInt8] {
    guard !reader.isBroken, reader.position == end else { throw H264Error(.value) }
    // nal_ref_idc is the highest, as everybody writes it.
    return [header | 0x60] + EmulationPrevention.added(to: bytes)
  }
}
