extension WrittenVideoTrack {
  /// Appends the `avc1` entry (ISO/IEC 14496-15, 5.4.2; 14496-12, 12.1.3).
  ///
  /// It has no `pasp`: pixels without one are square (12.1.4.1). The `colr` box says BT.709 in
  /// limited range, as the bit stream itself does, for players that look only here.
  func appendSampleEntry(to builder: inout BoxBuilder) throws(IndexWriterError) {
    let (width, height) = try fieldDimensions()
    guard !avcConfiguration.isEmpty else {
      throw IndexWriterError(.configuration, track: .video)
    }
    try builder.box("avc1") { builder throws(IndexWriterError) in
      builder.zeros(6)
      builder.uint16(1)  // data reference
      builder.zeros(16)
      builder.uint16(width)
      builder.uint16(height)
      builder.uint32(72 << 16)  // dots an inch, the template's value
      builder.uint32(72 << 16)
      builder.zeros(4)
      builder.uint16(1)  // pictures a sample
      builder.zeros(32)  // the compressor's name: none
      builder.uint16(24)  // colour without alpha
      builder.uint16(0xFFFF)
      try builder.box("avcC") { $0.append(avcConfiguration) }
      try builder.box("colr") { builder in
        builder.code("nclx")
        builder.uint16(1)  // primaries: BT.709
        builder.uint16(1)  // transfer: BT.709
        builder.uint16(1)  // matrix: BT.709
        builder.uint8(0)  // limited range
      }
    }
  }

  /// The two sides in the width of their fields.
  func fieldDimensions() throws(IndexWriterError) -> (width: UInt16, height: UInt16) {
    guard let width = UInt16(exactly: width), let height = UInt16(exactly: height),
      width > 0, height > 0
    else { throw IndexWriterError(.dimensions, track: .video) }
    return (width, height)
  }
}
