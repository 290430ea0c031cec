/// Lays boxes into a growing array of bytes, big-endian, each size filled in when its box closes.
package struct BoxBuilder: Sendable {
  /// What has been laid down.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Appends one byte.
  package mutating func uint8(_ value: UInt8) { bytes.append(value) }
  /// Appends two bytes, big-endian as all that follow.
  package mutating func uint16(_ value: UInt16) { integer(value) }
  /// Appends four bytes.
  package mutating func uint32(_ value: UInt32) { integer(value) }
  /// Appends eight bytes.
  package mutating func uint64(_ value: UInt64) { integer(value) }
  /// Appends four bytes in two's complement.
  package mutating func int32(_ value: Int32) { integer(UInt32(bitPattern: value)) }
  /// Appends eight bytes in two's complement.
  package mutating func int64(_ value: Int64) { integer(UInt64(bitPattern: value)) }
  /// Appends bytes as they are.
  package mutating func append(_ more: [UInt8]) { bytes += more }
  /// Appends so many zero bytes.
  package mutating func zeros(_ count: Int) { bytes += repeatElement(0, count: count) }

  /// Appends a four-character code; callers pass four ASCII characters.
  package mutating func code(_ code: String) { bytes += code.utf8 }

  /// Appends a box (ISO/IEC 14496-12, 4.2) with what `content` lays down inside it.
  ///
  /// Throws ``IndexWriterError/Code/tooLarge`` where the box would not fit a 32-bit size.
  package mutating func box(
    _ type: String, _ content: (inout BoxBuilder) throws(IndexWriterError) -> Void
  ) throws(IndexWriterError) {
    let start = bytes.count
    uint32(0)
    code(type)
    try content(&self)
    guard let size = UInt32(exactly: bytes.count - start) else {
      throw IndexWriterError(.tooLarge)
    }
    for (index, byte) in Self.bigEndian(size).enumerated() { bytes[start + index] = byte }
  }

  /// Appends a full box: a box that begins with a version and 24 flags.
  package mutating func fullBox(
    _ type: String, version: UInt8 = 0, flags: UInt32 = 0,
    _ content: (inout BoxBuilder) throws(IndexWriterError) -> Void
  ) throws(IndexWriterError) {
    try box(type) { builder throws(IndexWriterError) in
      builder.uint32(UInt32(version) << 24 | flags & 0xFF_FFFF)
      try content(&builder)
    }
  }

  private mutating func integer(_ value: some FixedWidthInteger & UnsignedInteger) {
    bytes += Self.bigEndian(value)
  }

  private static func bigEndian(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: value >> $0)
    }
  }
}
