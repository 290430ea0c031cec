internal import CFFmpeg

/// A piece of one stream, as it lies in the file; reused from read to read.
@safe
public struct Packet: ~Copyable {
  // Owned: freed in deinit.
  let pointer: UnsafeMutablePointer<AVPacket>

  public init() throws(FFmpegError) {
    guard let made = unsafe av_packet_alloc() else {
      throw FFmpegError(code: .noMemory, call: "av_packet_alloc")
    }
    unsafe pointer = made
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe pointer
    unsafe av_packet_free(&packet)
  }

  /// The stream that it belongs to, by its place in the demuxer.
  public var streamIndex: Int { unsafe Int(pointer.pointee.stream_index) }
  /// The size of the payload, in bytes.
  public var size: Int { unsafe Int(pointer.pointee.size) }
  /// In ticks of the stream's time base; nil where the container says nothing.
  public var presentationTimestamp: Int64? { unsafe timestamp(pointer.pointee.pts) }
  /// In ticks of the stream's time base; nil where the container says nothing.
  public var decodingTimestamp: Int64? { unsafe timestamp(pointer.pointee.dts) }
  /// In ticks of the stream's time base; 0 where unknown.
  public var duration: Int64 { unsafe max(0, pointer.pointee.duration) }
  /// Where it begins in the file, in bytes, as far as the container knows (`AVPacket.pos`): of a
  /// transport stream the packet that its PES packet begins with.
  public var position: Int64? {
    unsafe pointer.pointee.pos >= 0 ? pointer.pointee.pos : nil
  }
  /// Whether decoding may begin with it (`AV_PKT_FLAG_KEY`).
  public var isKey: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// Whether it is decoded for others' sake only and never shown (`AV_PKT_FLAG_DISCARD`).
  public var isDiscarded: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Samples to leave out at the start and the end (`AV_PKT_DATA_SKIP_SAMPLES`).
  public var skippedSamples: (start: Int, end: Int) {
    var size = 0
    // Ten bytes: two little-endian 32-bit counts and two reasons.
    guard let data = unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size),
      size >= 10
    else { return (0, 0) }
    func count(_ offset: Int) -> Int {
      var value = 0
      for byte in 0..<4 { unsafe value |= Int(data[offset + byte]) << (8 * byte) }
      return value
    }
    return (count(0), count(4))
  }

  /// Moves both timestamps by ticks of the stream's time base; one that would leave 64 bits becomes
  /// unknown.
  public func move(by ticks: Int64) {
    func moved(_ value: Int64) -> Int64 {
      guard let known = timestamp(value) else { return value }
      let sum = known.addingReportingOverflow(ticks)
      return sum.overflow ? clipgate_no_timestamp() : sum.partialValue
    }
    unsafe pointer.pointee.pts = moved(pointer.pointee.pts)
    unsafe pointer.pointee.dts = moved(pointer.pointee.dts)
  }

  /// Says how long it lasts, in ticks of the stream's time base, where the container is wrong.
  public func setDuration(_ ticks: Int64) { unsafe pointer.pointee.duration = ticks }

  /// Lends the payload.
  public borrowing func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    let bytes = unsafe UnsafeRawBufferPointer(start: pointer.pointee.data, count: size)
    return try unsafe body(bytes)
  }

  /// A copy of the payload.
  public var bytes: [UInt8] { unsafe withBytes { unsafe Array($0) } }

  /// Puts other bytes in the place of the payload; its times stay, and what the container said beside
  /// it (side data) goes.
  public func replace(bytes: [UInt8]) throws(FFmpegError) {
    let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    // Zeroed, as decoders want what lies behind the payload.
    guard let count = Int32(exactly: bytes.count),
      let buffer = unsafe av_buffer_allocz(bytes.count + padding),
      let data = unsafe buffer.pointee.data
    else { throw FFmpegError(code: .noMemory, call: "av_buffer_allocz") }
    // The buffer has room for all of them; the packet owns it from here on.
    unsafe UnsafeMutableRawPointer(data).copyMemory(from: bytes, byteCount: bytes.count)
    unsafe av_packet_free_side_data(pointer)
    unsafe av_buffer_unref(&pointer.pointee.buf)
    unsafe pointer.pointee.buf = buffer
    unsafe pointer.pointee.data = data
    unsafe pointer.pointee.size = count
  }

  /// Marks it as one that is never shown.
  func discard() { unsafe pointer.pointee.flags |= AV_PKT_FLAG_DISCARD }

  func clear() { unsafe av_packet_unref(pointer) }

  private func timestamp(_ value: Int64) -> Int64? {
    value == clipgate_no_timestamp() ? nil : value
  }
}
