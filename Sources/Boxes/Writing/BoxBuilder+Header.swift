extension BoxBuilder {
  /// Appends a header box of no date: two times of 0, `fields`, the duration, `rest`.
  ///
  /// It is of version 0, or of version 1 (64-bit times) where the duration needs it.
  mutating func timedBox(
    _ type: String, flags: UInt32 = 0, duration: UInt64, fields: (inout BoxBuilder) -> Void,
    rest: (inout BoxBuilder) -> Void
  ) throws(IndexWriterError) {
    // All ones would mean that the duration is not known.
    let narrow = UInt32(exactly: duration).flatMap { $0 == .max ? nil : $0 }
    try fullBox(type, version: narrow == nil ? 1 : 0, flags: flags) { builder in
      builder.zeros(narrow == nil ? 16 : 8)
      fields(&builder)
      if let narrow { builder.uint32(narrow) } else { builder.uint64(duration) }
      rest(&builder)
    }
  }

  /// Appends the matrix that neither turns nor scales (ISO/IEC 14496-12, 8.2.2.2).
  mutating func identityMatrix() {
    for value: UInt32 in [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000] { uint32(value) }
  }
}
