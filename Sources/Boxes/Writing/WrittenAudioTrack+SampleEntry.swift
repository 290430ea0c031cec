extension WrittenAudioTrack {
  /// Appends the `mp4a` entry (ISO/IEC 14496-14, 6.7.2; 14496-12, 12.2.3).
  func appendSampleEntry(to builder: inout BoxBuilder) throws(IndexWriterError) {
    guard let channels = UInt16(exactly: channels), channels > 0 else {
      throw IndexWriterError(.channels, track: .audio)
    }
    // Long enough for any configuration, and short enough for each length around it.
    guard !audioSpecificConfig.isEmpty, audioSpecificConfig.count < 1 << 16 else {
      throw IndexWriterError(.configuration, track: .audio)
    }
    try builder.box("mp4a") { builder throws(IndexWriterError) in
      builder.zeros(6)
      builder.uint16(1)  // data reference
      builder.zeros(8)
      builder.uint16(channels)
      builder.uint16(16)  // bits a sample, the template's value
      builder.zeros(4)
      // The field is 16.16; a rate that does not fit is left to the configuration.
      builder.uint32(sampleRate <= 0xFFFF ? sampleRate << 16 : 0)
      try builder.fullBox("esds") { appendElementaryStream(to: &$0, channels: channels) }
    }
  }

  /// Appends the ES_Descriptor (ISO/IEC 14496-1, 7.2.6.5) of an AAC stream.
  private func appendElementaryStream(to builder: inout BoxBuilder, channels: UInt16) {
    let (specific, decoder) = (audioSpecificConfig.count, audioSpecificConfig.count + 18)
    Self.appendDescriptor(tag: 3, length: decoder + 14, to: &builder)
    builder.uint16(0)  // ES_ID, 0 in a file (14496-14, 3.1.2)
    builder.uint8(0)  // no dependence, URL or clock reference
    Self.appendDescriptor(tag: 4, length: decoder, to: &builder)
    builder.uint8(0x40)  // objectTypeIndication: ISO/IEC 14496-3
    builder.uint8(5 << 2 | 1)  // streamType: audio; not upstream; the reserved bit
    let buffer = min(0xFF_FFFF, bufferBytes(channels: channels))
    builder.uint8(UInt8(truncatingIfNeeded: buffer >> 16))
    builder.uint16(UInt16(truncatingIfNeeded: buffer))
    builder.uint32(max(bitRate, busiestSecond()))
    builder.uint32(bitRate)
    Self.appendDescriptor(tag: 5, length: specific, to: &builder)
    builder.append(audioSpecificConfig)
    Self.appendDescriptor(tag: 6, length: 1, to: &builder)
    builder.uint8(2)  // SLConfig predefined for MP4 files
  }

  /// Appends a tag and its length in the form of four bytes, which old players take for granted.
  private static func appendDescriptor(tag: UInt8, length: Int, to builder: inout BoxBuilder) {
    builder.uint8(tag)
    for shift in [21, 14, 7] { builder.uint8(0x80 | UInt8(truncatingIfNeeded: length >> shift)) }
    builder.uint8(UInt8(truncatingIfNeeded: length & 0x7F))
  }

  /// The decoder's input buffer: 6,144 bits a channel (ISO/IEC 14496-3, 4.5.3.1), or what the
  /// greatest packet needs.
  private func bufferBytes(channels: UInt16) -> UInt32 {
    max(768 * UInt32(channels), samples.lazy.map(\.size).max() ?? 0)
  }

  /// The most bits that begin within any one second.
  func busiestSecond() -> UInt32 {
    var (first, ticks, bytes, most): (Int, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for sample in samples {
      // At most 2^31 samples of a tick each are in the window, so the sums stay below 2^63.
      ticks += UInt64(sample.duration)
      bytes += UInt64(sample.size)
      while ticks - UInt64(sample.duration) >= UInt64(sampleRate) {
        ticks -= UInt64(samples[first].duration)
        bytes -= UInt64(samples[first].size)
        first += 1
      }
      most = max(most, bytes)
    }
    return UInt32(clamping: most.multipliedReportingOverflow(by: 8).overflow ? .max : most * 8)
  }
}
