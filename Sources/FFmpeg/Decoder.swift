internal import CFFmpeg

/// What asking for the next decoded thing gave.
public enum Received: Sendable {
  /// The frame was filled.
  case frame
  /// More packets are needed first.
  case needsInput
  /// Everything was given out.
  case end
}

/// The decoder of one stream, on one thread.
@safe
public struct Decoder: ~Copyable {
  // Owned: freed in deinit.
  private let context: UnsafeMutablePointer<AVCodecContext>
  /// Takes packets of AMR apart; nil for every other codec.
  private var speech: SpeechQueue?
  /// Tells which packets are slices alone; nil for every codec but H.265.
  private let slices: SliceUnits?
  /// Where errors are told that no picture shows; nil for every codec but JPEG.
  private let toldErrors: ToldErrors?
  /// Nil for sound.
  private var colors: ColorHistory?
  /// Decodes the opacity beside the pictures; nil where there is none.
  private var opacity: OpacityDecoder?

  /// What a picture is that comes without a container.
  public enum Still: Sendable {
    case jpeg
    case png

    fileprivate var codec: AVCodecID { self == .jpeg ? AV_CODEC_ID_MJPEG : AV_CODEC_ID_PNG }
  }

  /// The decoder of pictures that come as a file each, whole in one packet.
  ///
  /// - Parameters:
  ///   - still: which format; no other is ever tried.
  ///   - maxPixels: pictures with more are refused before they are allocated.
  public static func still(_ still: Still, maxPixels: Int64) throws(FFmpegError) -> Decoder {
    Log.begin()
    guard let codec = unsafe Allowed.decoder(for: still.codec) else {
      throw FFmpegError(code: .notFound, call: "avcodec_find_decoder")
    }
    guard let made = unsafe avcodec_alloc_context3(codec) else {
      throw FFmpegError(code: .noMemory, call: "avcodec_alloc_context3")
    }
    unsafe made.pointee.thread_count = 1
    unsafe made.pointee.max_pixels = maxPixels
    // A scan that ends early is an error, and of PNG a wrong checksum.
    unsafe made.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_EXPLODE
    let decoder = unsafe Decoder(owning: made, toldErrors: still == .jpeg ? ToldErrors() : nil)
    try check(unsafe avcodec_open2(made, codec, nil), "avcodec_open2")
    return decoder
  }

  private init(owning context: UnsafeMutablePointer<AVCodecContext>, toldErrors: ToldErrors?) {
    unsafe self.context = context
    speech = nil
    slices = nil
    self.toldErrors = toldErrors
    colors = nil
    opacity = nil
    // Owned by this decoder, which closes the context before it is gone.
    if let toldErrors {
      unsafe context.pointee.opaque = Unmanaged.passUnretained(toldErrors).toOpaque()
    }
  }

  /// Opens the allowed decoder for a stream of `demuxer` (`avcodec_open2`).
  ///
  /// - Parameters:
  ///   - demuxer: where the packets will come from.
  ///   - index: the stream's place in it.
  ///   - maxPixels: pictures with more are refused before they are allocated.
  ///   - extradata: set-up bytes in the place of those that the container has.
  ///   - isRough: whether the edges of blocks may stay as they were coded in all but key frames
  ///     (`skip_loop_filter`), for pictures that are made much smaller.
  public init(
    _ demuxer: borrowing Demuxer, stream index: Int, maxPixels: Int64, extradata: [UInt8]? = nil,
    isRough: Bool = false
  ) throws(FFmpegError) {
    guard index < demuxer.streams.count,
      let stream = unsafe demuxer.context.pointee.streams[index],
      let codec = unsafe Allowed.decoder(for: stream.pointee.codecpar.pointee.codec_id)
    else { throw FFmpegError(code: .notFound, call: "avcodec_find_decoder") }
    guard let made = unsafe avcodec_alloc_context3(codec) else {
      throw FFmpegError(code: .noMemory, call: "avcodec_alloc_context3")
    }
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe made
    var speech: SpeechQueue?
    var opacity: OpacityDecoder?
    do throws(FFmpegError) {
      try check(
        unsafe avcodec_parameters_to_context(made, stream.pointee.codecpar),
        "avcodec_parameters_to_context")
      if let extradata { try unsafe Self.setUp(made, extradata) }
      unsafe made.pointee.pkt_timebase = stream.pointee.time_base
      unsafe made.pointee.thread_count = 1
      unsafe made.pointee.max_pixels = maxPixels
      // Key frames stay as they should be, so that no error lasts longer than to the next one.
      if isRough { unsafe made.pointee.skip_loop_filter = AVDISCARD_NONKEY }
      unsafe clipgate_pass_marks(made)
      try check(unsafe avcodec_open2(made, codec, nil), "avcodec_open2")
      let parameters = unsafe stream.pointee.codecpar.pointee
      let frames = unsafe SpeechFrames(
        parameters.codec_id, channels: Int(parameters.ch_layout.nb_channels))
      if let frames { speech = try SpeechQueue(frames) }
      opacity = unsafe try OpacityDecoder(stream, codec, maxPixels: maxPixels)
    } catch {
      unsafe avcodec_free_context(&context)
      throw error
    }
    let isJPEG = unsafe made.pointee.codec_id == AV_CODEC_ID_MJPEG
    toldErrors = isJPEG ? ToldErrors() : nil
    if let toldErrors {
      // Owned by this decoder, which closes the context before it is gone.
      unsafe made.pointee.opaque = Unmanaged.passUnretained(toldErrors).toOpaque()
    }
    if unsafe made.pointee.codec_id == AV_CODEC_ID_HEVC {
      // The context's own bytes, lent to be looked at.
      slices = unsafe SliceUnits(
        extradata: UnsafeRawBufferPointer(
          start: made.pointee.extradata, count: Int(made.pointee.extradata_size)))
    } else {
      slices = nil
    }
    unsafe self.context = made
    self.speech = consume speech
    self.opacity = consume opacity
    colors = unsafe made.pointee.codec_type == AVMEDIA_TYPE_VIDEO ? ColorHistory() : nil
  }

  private static func setUp(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ bytes: [UInt8]
  ) throws(FFmpegError) {
    let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let copy = unsafe av_mallocz(bytes.count + padding) else {
      throw FFmpegError(code: .noMemory, call: "av_mallocz")
    }
    unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
    // The context owns both the old bytes and the new ones.
    unsafe av_freep(&context.pointee.extradata)
    unsafe context.pointee.extradata = copy.assumingMemoryBound(to: UInt8.self)
    unsafe context.pointee.extradata_size = Int32(bytes.count)
  }

  deinit {
    var closing: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&closing)
  }

  /// Gives a packet to the decoder (`avcodec_send_packet`); false where it wants to be emptied first.
  public mutating func send(_ packet: borrowing Packet) throws(FFmpegError) -> Bool {
    if speech != nil {
      guard speech?.isEmpty == true else { return false }
      try speech?.take(packet)
      return true
    }
    if let slices {
      // Lent to be looked at.
      let isStrict = unsafe packet.withBytes { unsafe slices.areAlone(in: $0) }
      unsafe context.pointee.err_recognition = isStrict ? AV_EF_EXPLODE : 0
    }
    // A number in the place of a pointer: libavcodec hands it on and never follows it.
    let mark = (colors?.mark ?? 0) + 1
    unsafe clipgate_packet_set_mark(packet.pointer, mark)
    let result = unsafe avcodec_send_packet(context, packet.pointer)
    if result == clipgate_error_again() { return false }
    // A packet that can't be decoded may have said something, too.
    colors?.begin()
    unsafe colors?.note(ColorHistory.Word(context))
    if result < 0 { toldErrors?.isSet = false }
    try check(result, "avcodec_send_packet")
    opacity?.take(packet)
    return true
  }

  /// Tells the decoder that nothing more comes, so that it gives out what it holds back.
  public mutating func finish() throws(FFmpegError) {
    let result = unsafe avcodec_send_packet(context, nil)
    if result == clipgate_error_eof() { return }
    try check(result, "avcodec_send_packet")
  }

  /// Takes the next frame (`avcodec_receive_frame`).
  public mutating func receive(into frame: borrowing Frame) throws(FFmpegError) -> Received {
    let result = unsafe avcodec_receive_frame(context, frame.pointer)
    switch result {
    case clipgate_error_again(): return try receiveSpeech(into: frame)
    case clipgate_error_eof(): return .end
    default:
      let hasErrors = toldErrors?.isSet ?? false
      toldErrors?.isSet = false
      try check(result, "avcodec_receive_frame")
      if hasErrors { frame.markDamaged() }
      let word = unsafe ColorHistory.Word(context)
      colors?.note(word)
      colors?.restore(frame, now: word)
      opacity?.apply(to: frame)
      return .frame
    }
  }

  /// Gives the decoder the next frame of a packet that holds several, or takes a pause for it.
  private mutating func receiveSpeech(
    into frame: borrowing Frame
  ) throws(FFmpegError) -> Received {
    while true {
      let timeBase = unsafe context.pointee.pkt_timebase
      switch try speech?.next(into: frame, timeBase: timeBase) {
      case nil, .nothing: return .needsInput
      case .silence: return .frame
      case .packet:
        guard let packet = unsafe speech?.part.pointer else { return .needsInput }
        try check(unsafe avcodec_send_packet(context, packet), "avcodec_send_packet")
        let result = unsafe avcodec_receive_frame(context, frame.pointer)
        // What is skipped brings nothing.
        if result == clipgate_error_again() { continue }
        try check(result, "avcodec_receive_frame")
        return .frame
      }
    }
  }

  /// Forgets everything given so far, after a jump in the stream (`avcodec_flush_buffers`).
  public mutating func flush() {
    speech?.clear()
    unsafe avcodec_flush_buffers(context)
  }
}
