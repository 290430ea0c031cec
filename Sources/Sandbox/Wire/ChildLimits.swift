/// What the fork server is told about a child to make; its channel and its watch come beside it.
package struct ChildLimits: Sendable, Equatable {
  /// Processor seconds over all that the child does (RLIMIT_CPU).
  package var processorSeconds: UInt64
  /// Bytes of address space (RLIMIT_AS).
  package var addressSpace: UInt64
  /// Bytes of the longest file that it may write (RLIMIT_FSIZE).
  package var fileSize: UInt64

  /// 1.5 GiB: pictures of 8K need it, and FFmpeg's libraries alone map 300 MB.
  package static let usualAddressSpace: UInt64 = 3 << 29

  package init(
    processorSeconds: UInt64, addressSpace: UInt64 = usualAddressSpace, fileSize: UInt64
  ) {
    self.processorSeconds = processorSeconds
    self.addressSpace = addressSpace
    self.fileSize = fileSize
  }

  init?(payload: [UInt8]) {
    guard payload.count == 24 else { return nil }
    // More than a century is none of ours.
    processorSeconds = min(UInt64(littleEndian: payload[0..<8]), 1 << 32)
    addressSpace = UInt64(littleEndian: payload[8..<16])
    fileSize = UInt64(littleEndian: payload[16..<24])
  }

  var payload: [UInt8] {
    processorSeconds.littleEndianBytes + addressSpace.littleEndianBytes
      + fileSize.littleEndianBytes
  }
}
