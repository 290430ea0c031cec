internal import CFFmpeg

/// An encoder for pictures or sound, on one thread, without a trace of its name in the output.
@safe
public struct Encoder: ~Copyable {
  // Owned: freed in deinit.
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let packet: Packet

  private init(
    name: String, options: [(String, String)],
    configure: (UnsafeMutablePointer<AVCodecContext>) throws(FFmpegError) -> Void
  ) throws(FFmpegError) {
    Log.begin()
    guard let codec = unsafe avcodec_find_encoder_by_name(name) else {
      throw FFmpegError(code: .notFound, call: "avcodec_find_encoder_by_name")
    }
    let packet = try Packet()
    guard let made = unsafe avcodec_alloc_context3(codec) else {
      throw FFmpegError(code: .noMemory, call: "avcodec_alloc_context3")
    }
    var freeing: UnsafeMutablePointer<AVCodecContext>? = unsafe made
    do throws(FFmpegError) {
      unsafe made.pointee.thread_count = 1
      unsafe made.pointee.flags |= AV_CODEC_FLAG_BITEXACT
      try unsafe configure(made)
      var settings = try Options(options)
      try check(unsafe avcodec_open2(made, codec, &settings.dictionary), "avcodec_open2")
      try settings.requireAllConsumed(by: "avcodec_open2")
    } catch {
      unsafe avcodec_free_context(&freeing)
      throw error
    }
    unsafe context = made
    self.packet = packet
  }

  deinit {
    var freeing: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&freeing)
  }

  /// How much higher x264's own factor is for the quality that "veryfast" has at a factor.
  private static let factorOffset = 1.1

  /// H.264 High, yuv420p, limited BT.709, at constant quality (`libx264`).
  ///
  /// - Parameters:
  ///   - width: in pixels, even.
  ///   - height: in pixels, even.
  ///   - timeBase: the length of a tick of the pictures' timestamps, in seconds.
  ///   - frameRate: the expected rate; timestamps decide, this only steers the rate control.
  ///   - constantRateFactor: a measure of quality, 0 (best) to 51 (smallest): what x264's "veryfast" makes
  ///     of that factor.
  public static func h264(
    width: Int, height: Int, timeBase: Ratio, frameRate: Ratio, constantRateFactor: Double
  ) throws(FFmpegError) -> Encoder {
    // The macroblock tree and the search for the cheapest coefficients bring more than all that
    // "veryfast" does beyond "superfast": fewer bytes at the same quality, in two thirds of the time.
    let parameters = [
      "mbtree=1", "rc-lookahead=10", "trellis=1", "aq-strength=0.7", "weightp=0",
      // x264's fastest way through a macroblock tree reads memory that nobody wrote, so that the
      // same pictures became different bytes from run to run.
      "cpu-independent=1",
    ]
    let options = [
      ("preset", "superfast"), ("crf", String(min(51, constantRateFactor + Self.factorOffset))),
      ("profile", "high"), ("x264-params", parameters.joined(separator: ":")),
    ]
    return try unsafe Encoder(name: "libx264", options: options) {
      (context: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegError) in
      unsafe context.pointee.width = Int32(width)
      unsafe context.pointee.height = Int32(height)
      unsafe context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
      unsafe context.pointee.time_base = timeBase.libav
      unsafe context.pointee.framerate = frameRate.libav
      unsafe context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      unsafe context.pointee.color_range = AVCOL_RANGE_MPEG
      unsafe context.pointee.color_primaries = AVCOL_PRI_BT709
      unsafe context.pointee.color_trc = AVCOL_TRC_BT709
      unsafe context.pointee.colorspace = AVCOL_SPC_BT709
      unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
  }

  /// AAC-LC (libavcodec's own encoder), which takes `frameSize` samples a frame.
  public static func aac(
    sampleRate: Int, channels: Int, bitRate: Int
  ) throws(FFmpegError) -> Encoder {
    try unsafe Encoder(name: "aac", options: []) {
      (context: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegError) in
      unsafe context.pointee.sample_rate = Int32(sampleRate)
      unsafe context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
      unsafe clipgate_default_layout(&context.pointee.ch_layout, Int32(channels))
      unsafe context.pointee.bit_rate = Int64(bitRate)
      unsafe context.pointee.time_base = AVRational(num: 1, den: Int32(sampleRate))
      unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
  }

  /// One baseline JPEG, 4:2:0, full range (`mjpeg`).
  ///
  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - quantizer: 2 (best) to 31 (smallest).
  public static func jpeg(width: Int, height: Int, quantizer: Int) throws(FFmpegError) -> Encoder {
    try unsafe Encoder(name: "mjpeg", options: [("huffman", "optimal")]) {
      (context: UnsafeMutablePointer<AVCodecContext>) throws(FFmpegError) in
      unsafe context.pointee.width = Int32(width)
      unsafe context.pointee.height = Int32(height)
      unsafe context.pointee.pix_fmt = AV_PIX_FMT_YUVJ420P
      unsafe context.pointee.color_range = AVCOL_RANGE_JPEG
      unsafe context.pointee.time_base = AVRational(num: 1, den: 25)
      unsafe context.pointee.flags |= AV_CODEC_FLAG_QSCALE
      unsafe context.pointee.global_quality = FF_QP2LAMBDA * Int32(quantizer)
    }
  }

  /// Set-up bytes: H.264 parameter sets as an Annex B stream, or an AudioSpecificConfig.
  public var extradata: [UInt8] {
    // Owned by the context.
    unsafe [UInt8](
      UnsafeBufferPointer(
        start: context.pointee.extradata, count: max(0, Int(context.pointee.extradata_size))))
  }
  /// Samples that come out before the first one that went in.
  public var initialPadding: Int { unsafe Int(context.pointee.initial_padding) }
  /// Samples of one channel that a frame of sound holds.
  public var frameSize: Int { unsafe Int(context.pointee.frame_size) }

  /// Encodes a picture with the timestamp it carries, and gives each packet to `receiver`.
  public mutating func encode(
    _ frame: borrowing Frame, _ receiver: (EncodedPacket) -> Void
  ) throws(FFmpegError) {
    unsafe frame.pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
    if unsafe context.pointee.codec_id == AV_CODEC_ID_MJPEG {
      unsafe frame.pointer.pointee.quality = context.pointee.global_quality
    }
    try check(unsafe avcodec_send_frame(context, frame.pointer), "avcodec_send_frame")
    try receive(receiver)
  }

  /// Encodes planar floats, one array a channel, all of one length of at most `frameSize`.
  ///
  /// - Parameters:
  ///   - samples: an array a channel, each sample from -1 to 1.
  ///   - timestamp: of the first sample, in samples.
  ///   - receiver: takes each packet that comes of it.
  public mutating func encode(
    samples: [ArraySlice<Float>], timestamp: Int64, _ receiver: (EncodedPacket) -> Void
  ) throws(FFmpegError) {
    let frame = try Frame()
    let count = samples.first?.count ?? 0
    unsafe frame.pointer.pointee.nb_samples = Int32(count)
    unsafe frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    unsafe frame.pointer.pointee.sample_rate = context.pointee.sample_rate
    unsafe frame.pointer.pointee.pts = timestamp
    unsafe clipgate_default_layout(&frame.pointer.pointee.ch_layout, Int32(samples.count))
    try check(unsafe av_frame_get_buffer(frame.pointer, 0), "av_frame_get_buffer")
    for (channel, plane) in samples.enumerated() {
      guard let destination = unsafe frame.pointer.pointee.extended_data[channel] else { continue }
      // av_frame_get_buffer gave each plane room for nb_samples floats.
      unsafe plane.withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(start: destination, count: count * 4)
          .copyMemory(from: bytes)
      }
    }
    try check(unsafe avcodec_send_frame(context, frame.pointer), "avcodec_send_frame")
    try receive(receiver)
  }

  /// Says that nothing more comes, and gives out what the encoder holds back.
  public mutating func finish(_ receiver: (EncodedPacket) -> Void) throws(FFmpegError) {
    try check(unsafe avcodec_send_frame(context, nil), "avcodec_send_frame")
    try receive(receiver)
  }

  private mutating func receive(_ receiver: (EncodedPacket) -> Void) throws(FFmpegError) {
    while true {
      let result = unsafe avcodec_receive_packet(context, packet.pointer)
      if result == clipgate_error_again() || result == clipgate_error_eof() { return }
      try check(result, "avcodec_receive_packet")
      receiver(
        EncodedPacket(
          bytes: packet.bytes, presentationTimestamp: packet.presentationTimestamp ?? 0,
          decodingTimestamp: packet.decodingTimestamp ?? packet.presentationTimestamp ?? 0,
          isKey: packet.isKey))
      packet.clear()
    }
  }
}
