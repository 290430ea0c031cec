/// The sizes of a track's samples: `stsz` or `stz2` (ISO/IEC 14496-12, 8.7.3).
struct SampleSizes {
  /// The number of samples.
  let count: UInt64
  /// The size of every sample; nil where each has its own.
  let constant: UInt64?

  private var table: Table?
  /// The bits of a size in the table: 4, 8, 16 or 32.
  private let fieldBits: UInt64
  /// The second size of a byte that holds two.
  private var secondHalf: UInt64?

  init(_ box: Box?, reader: BoxReader, limits: inout WalkLimits) throws(BoxFault) {
    guard let box else {
      count = 0
      constant = nil
      fieldBits = 32
      return
    }
    guard box.length >= 12 else { throw box.fault(.corrupt, "it is too short for its fields") }
    var header = ByteWindow(reader, capacity: 64)
    let size = try header.number(at: box.contents + 4, width: 4)
    let count = try header.number(at: box.contents + 8, width: 4)
    self.count = count
    let isCompact = box.type == "stz2"
    fieldBits = isCompact ? size & 0xFF : 32
    constant = isCompact || size == 0 ? nil : size
    guard constant == nil else { return }
    switch fieldBits {
    case 4:
      table = try Table(
        box, count: (count + 1) / 2, at: 12, rowWidth: 1, reader: reader, limits: &limits)
    case 8, 16,
      32 where !isCompact:
      table = try Table(
        box, count: count, at: 12, rowWidth: fieldBits / 8, reader: reader, limits: &limits)
    default:
      throw box.fault(.corrupt, "its sizes have a width that does not exist")
    }
  }

  /// The sum of the next `samples` sizes; the caller asks for no more than there are.
  mutating func next(_ samples: UInt64) throws(BoxFault) -> UInt64 {
    // Fewer than 2^32 sizes below 2^32: neither the product nor the sum can overflow.
    if let constant { return samples * constant }
    var sum: UInt64 = 0
    for _ in 0..<samples {
      if let size = secondHalf {
        sum += size
        secondHalf = nil
      } else if table?.next() == true,
        let value = try table?.field(at: 0, width: max(1, Int(fieldBits) / 8))
      {
        sum += fieldBits == 4 ? value >> 4 : value
        secondHalf = fieldBits == 4 ? value & 0xF : nil
      }
    }
    return sum
  }
}
