internal import CFFmpeg

/// Decodes the opacity that VP8 and VP9 in WebM have beside their pictures: a stream of the same codec,
/// in an addition to each block, whose luma it is (WebM Container Guidelines, "Alpha").
///
/// The decoders pass over it. A picture without an addition, or with one that does not decode or is of
/// another size, is opaque.
@safe
struct OpacityDecoder: ~Copyable {
  // Owned: freed in deinit.
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: Packet
  private let frame: Frame
  /// Whether `frame` is the opacity of the picture that comes next.
  private var isReady = false

  /// - Parameters:
  ///   - stream: of which the packets will be.
  ///   - codec: of its pictures.
  ///   - maxPixels: opacities with more pixels are refused before they are allocated.
  /// - Returns: nil where the stream does not say that it has any (`alpha_mode`).
  init?(
    _ stream: UnsafeMutablePointer<AVStream>, _ codec: UnsafePointer<AVCodec>, maxPixels: Int64
  ) throws(FFmpegError) {
    guard unsafe [AV_CODEC_ID_VP8, AV_CODEC_ID_VP9].contains(codec.pointee.id) else { return nil }
    // The entry belongs to the stream's dictionary and is only looked at.
    let mode = unsafe av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0)
    guard let mode = unsafe mode, unsafe String(cString: mode.pointee.value) == "1" else {
      return nil
    }
    let packet = try Packet()
    let frame = try Frame()
    guard let made = unsafe avcodec_alloc_context3(codec) else {
      throw FFmpegError(code: .noMemory, call: "avcodec_alloc_context3")
    }
    unsafe made.pointee.thread_count = 1
    unsafe made.pointee.max_pixels = maxPixels
    let result = unsafe avcodec_open2(made, codec, nil)
    guard result >= 0 else {
      var closing: UnsafeMutablePointer<AVCodecContext>? = unsafe made
      unsafe avcodec_free_context(&closing)
      throw FFmpegError(call: "avcodec_open2", number: result)
    }
    unsafe context = made
    self.packet = packet
    self.frame = frame
  }

  deinit {
    var closing: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&closing)
  }

  /// Takes what a packet has beside its picture.
  mutating func take(_ packet: borrowing Packet) {
    isReady = false
    guard let addition = Self.addition(to: packet) else { return }
    do throws(FFmpegError) { try self.packet.replace(bytes: addition) } catch { return }
    guard unsafe avcodec_send_packet(context, self.packet.pointer) >= 0 else { return }
    // One picture a packet: neither codec holds any back.
    isReady = unsafe avcodec_receive_frame(context, frame.pointer) >= 0
  }

  /// Gives a decoded picture its opacity.
  mutating func apply(to picture: borrowing Frame) {
    guard isReady else { return }
    isReady = false
    // Both are decoded pictures; the plane is shared, with an owner of its own.
    unsafe clipgate_frame_set_alpha(picture.pointer, frame.pointer)
  }

  /// The bytes of the addition with the number 1, which is the opacity's; nil where there is none.
  private static func addition(to packet: borrowing Packet) -> [UInt8]? {
    var size = 0
    // Its number in eight bytes, the highest first, and what it holds.
    guard
      let data = unsafe av_packet_get_side_data(
        packet.pointer, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &size), size > 8
    else { return nil }
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: data, count: size))
    guard bytes.prefix(8).elementsEqual([0, 0, 0, 0, 0, 0, 0, 1]) else { return nil }
    return Array(bytes.dropFirst(8))
  }
}
