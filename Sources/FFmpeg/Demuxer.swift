internal import CFFmpeg

/// An opened movie: its streams, and its packets one after another.
///
/// The demuxer is named by the caller, never guessed by libav; nothing but the given descriptor is
/// ever read (`io_open` refuses, the protocol whitelist is empty).
@safe
public struct Demuxer: ~Copyable {
  /// Bounds that hold while a movie is opened and read.
  public struct Limits: Sendable {
    /// More streams than this end the opening.
    public var streams: Int
    /// The most pixels of a picture that a decoder may allocate.
    public var pixels: Int64
    /// The bytes that may be read ahead to know the streams.
    public var probeBytes: Int

    public init(streams: Int = 32, pixels: Int64 = 33_177_600, probeBytes: Int = 5_000_000) {
      self.streams = streams
      self.pixels = pixels
      self.probeBytes = probeBytes
    }
  }

  // Closed and freed in deinit, before the I/O context that it reads through.
  let context: UnsafeMutablePointer<AVFormatContext>
  let input: InputContext
  private let beginnings: [Int: Duration]
  /// What the container says of its streams, in its order.
  public let streams: [StreamDescription]
  /// What libavformat takes for the duration once it has opened the movie.
  ///
  /// It stands in the header of Matroska and AVI; of others it may be counted (`gif`), read from
  /// the end (`ogg`) or the fragments (`mov`), or come only with the packets (`flv`).
  public let declaredDuration: Duration?
  /// Names of the movie's metadata entries that have a value; never the values.
  public let metadataKeys: [String]
  private let hidesDiscarded: Bool
  /// Nil for all formats but GIF.
  private var delays: GIFDelays?

  /// Opens the bytes of `descriptor` as `format` (`avformat_open_input`), and learns what its
  /// streams are (`avformat_find_stream_info`).
  ///
  /// H.264 of MP4 and QuickTime is parsed and not decoded for it: what only decoding tells of such
  /// pictures (format, aspect ratio, colour, delay) is left open where the container says nothing.
  ///
  /// - Parameters:
  ///   - descriptor: open for reading, read by `pread` from offset 0; it stays the caller's.
  ///   - size: of the file, in bytes.
  ///   - format: a demuxer's name, as "mov" or "matroska".
  ///   - options: the demuxer's own options; an unknown one is an error.
  ///   - replacements: what is read in the place of the file's own bytes.
  ///   - beginnings: by a stream's `id`, when it begins to be shown. Packets that are over by then are
  ///     marked as discarded.
  ///   - limits: on streams, and on what is read to find out what they are.
  ///   - infersTimestamps: whether libav fills in what the container leaves out
  ///     (off: `AVFMT_FLAG_NOFILLIN`).
  ///   - hidesDiscarded: whether what libav marks as discarded stays so (off: the mark is taken from
  ///     each packet).
  ///   - isInterrupted: asked while reading; where it says so the call in progress fails.
  public init(
    descriptor: Int32, size: Int64, format: String, options: [(String, String)] = [],
    replacements: [Replacement] = [], beginnings: [Int: Duration] = [:],
    limits: Limits = Limits(), infersTimestamps: Bool = true, hidesDiscarded: Bool = true,
    isInterrupted: @escaping () -> Bool = { false }
  ) throws(FFmpegError) {
    Log.begin()
    guard let demuxer = unsafe av_find_input_format(format) else {
      throw FFmpegError(code: .notFound, call: "av_find_input_format")
    }
    let source = FileSource(
      descriptor: descriptor, size: size, replacements: replacements, isInterrupted: isInterrupted)
    let input = try InputContext(source)
    var settings = try Options(
      [
        ("format_whitelist", format), ("codec_whitelist", Allowed.decoderList),
        ("protocol_whitelist", ""),
        // One more than allowed: libavformat 7 leaves out what Matroska has beyond its limit, and
        // opens the rest.
        ("max_streams", String(limits.streams + 1)),
        ("probesize", String(limits.probeBytes)),
      ] + options)
    guard let made = unsafe avformat_alloc_context() else {
      throw FFmpegError(code: .noMemory, call: "avformat_alloc_context")
    }
    var opened: UnsafeMutablePointer<AVFormatContext>? = unsafe made
    unsafe made.pointee.pb = input.pointer
    unsafe made.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    if !infersTimestamps { unsafe made.pointee.flags |= AVFMT_FLAG_NOFILLIN }
    unsafe made.pointee.io_open = { context, io, url, flags, options in
      unsafe clipgate_refuse_open(context, io, url, flags, options)
    }
    unsafe made.pointee.interrupt_callback = AVIOInterruptCB(
      callback: { opaque in
        guard let opaque = unsafe opaque else { return 0 }
        // The source outlives the context: `input` is freed after it.
        let source = unsafe Unmanaged<FileSource>.fromOpaque(opaque).takeUnretainedValue()
        return source.shouldStop ? 1 : 0
      }, opaque: Unmanaged.passUnretained(source).toOpaque())
    // On failure libav frees the context itself, and leaves the I/O context to us.
    let result = unsafe avformat_open_input(&opened, "", demuxer, &settings.dictionary)
    guard result >= 0, let context = unsafe opened else {
      throw Self.error(result, "avformat_open_input", source)
    }
    do throws(FFmpegError) {
      try settings.requireAllConsumed(by: "avformat_open_input")
    } catch {
      unsafe avformat_close_input(&opened)
      throw error
    }
    let declared = unsafe Self.declaredDuration(of: context)
    // Learning what the streams are lets a codec that says nothing of colour undo the container's word.
    let colors = unsafe Self.colors(of: context)
    let found = unsafe Self.findStreamInfo(context, hasIndex: format == "mov", limits: limits)
    guard found >= 0 else {
      let failure = Self.error(found, "avformat_find_stream_info", source)
      unsafe avformat_close_input(&opened)
      throw failure
    }
    let count = unsafe Int(context.pointee.nb_streams)
    guard count <= limits.streams else {
      unsafe avformat_close_input(&opened)
      // What libav says where it ends the opening itself.
      throw FFmpegError(code: .noMemory, call: "avformat_open_input")
    }
    let streams = (0..<count).compactMap { index -> StreamDescription? in
      guard let stream = unsafe context.pointee.streams[index] else { return nil }
      var description = unsafe StreamDescription(stream)
      if index < colors.count { description.color.fill(from: colors[index]) }
      return description
    }
    let metadataKeys = unsafe metadataNames(context.pointee.metadata)
    unsafe self.context = context
    self.input = input
    self.beginnings = beginnings
    self.streams = streams
    self.declaredDuration = declared
    self.metadataKeys = metadataKeys
    self.hidesDiscarded = hidesDiscarded
    delays = format == "gif" ? GIFDelays() : nil
  }

  deinit {
    var closing: UnsafeMutablePointer<AVFormatContext>? = unsafe context
    unsafe avformat_close_input(&closing)
  }

  /// Reads the next packet in file order (`av_read_frame`); false at the end.
  public mutating func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
    packet.clear()
    let result = unsafe av_read_frame(context, packet.pointer)
    if result >= 0 {
      delays?.lengthen(packet)
      if !hidesDiscarded { unsafe packet.pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD }
      if isOver(packet) { packet.discard() }
      return true
    }
    if input.source.failure != 0 || input.source.wasStopped || result == clipgate_error_exit() {
      throw Self.error(result, "av_read_frame", input.source)
    }
    if result == clipgate_error_eof() { return false }
    throw Self.error(result, "av_read_frame", input.source)
  }

  /// Whether a packet ends before its stream begins to be shown.
  private func isOver(_ packet: borrowing Packet) -> Bool {
    guard !beginnings.isEmpty, streams.indices.contains(packet.streamIndex),
      let beginning = beginnings[streams[packet.streamIndex].id],
      let start = packet.presentationTimestamp
    else { return false }
    let base = streams[packet.streamIndex].timeBase
    return base.duration(start) < beginning
      && base.duration(start) + base.duration(packet.duration) <= beginning
  }

  /// Goes to the key frame of a stream at or before a time (`av_seek_frame`).
  ///
  /// - Parameters:
  ///   - stream: the stream's place in the demuxer.
  ///   - timestamp: in ticks of the stream's time base.
  /// - Returns: whether the container could; the position is undefined where not.
  public mutating func seek(stream: Int, toKeyFrameAtOrBefore timestamp: Int64) -> Bool {
    // Only the first picture of a GIF is a key frame.
    if delays != nil { delays = GIFDelays() }
    return unsafe av_seek_frame(context, Int32(stream), timestamp, AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// Leaves packets of other streams unread where the container allows it.
  public mutating func readOnly(streams wanted: Set<Int>) {
    for index in streams.indices where !wanted.contains(index) {
      // Streams are owned by the context and never removed from it.
      unsafe context.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
    }
  }

  /// The moment a packet's sound lasts, in samples, by its size (`av_get_audio_frame_duration2`);
  /// of AMR by its frames.
  public func soundSamples(of packet: borrowing Packet) -> Int {
    guard let stream = unsafe context.pointee.streams[packet.streamIndex] else { return 0 }
    let parameters = unsafe stream.pointee.codecpar.pointee
    if let frames = unsafe SpeechFrames(
      parameters.codec_id, channels: Int(parameters.ch_layout.nb_channels))
    {
      // Lent to read the first byte of each frame.
      return unsafe packet.withBytes { unsafe frames.pieces(of: $0).count * frames.samples }
    }
    return unsafe Int(
      av_get_audio_frame_duration2(stream.pointee.codecpar, Int32(packet.size)))
  }

  /// - Parameter hasIndex: whether the container has stamped every packet and tells the pictures' size.
  private static func findStreamInfo(
    _ context: UnsafeMutablePointer<AVFormatContext>, hasIndex: Bool, limits: Limits
  ) -> Int32 {
    // One dictionary a stream, so that the decoders that libav opens here keep our bounds too.
    let count = unsafe Int(context.pointee.nb_streams)
    var dictionaries = unsafe [OpaquePointer?](repeating: nil, count: count)
    var parsed: [Int] = []
    for index in 0..<count {
      unsafe av_dict_set(&dictionaries[index], "max_pixels", String(limits.pixels), 0)
      unsafe av_dict_set(&dictionaries[index], "threads", "1", 0)
      // libav would decode up to twenty pictures for what its parser has not told: pixel format, aspect
      // ratio and colour, which every decoded picture tells itself, and a delay that stamps need not have.
      guard hasIndex,
        let parameters = unsafe context.pointee.streams[index]?.pointee.codecpar,
        unsafe parameters.pointee.codec_id == AV_CODEC_ID_H264
      else { continue }
      unsafe av_dict_set(&dictionaries[index], "skip_frame", "all", 0)
      // Any format will do: while there is none, libav reads on. It is taken back below.
      unsafe parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
      parsed.append(index)
    }
    let result = unsafe dictionaries.withUnsafeMutableBufferPointer { buffer in
      unsafe avformat_find_stream_info(context, count > 0 ? buffer.baseAddress : nil)
    }
    for index in 0..<count { unsafe av_dict_free(&dictionaries[index]) }
    for index in parsed {
      // Streams are owned by the context and never removed from it.
      unsafe context.pointee.streams[index]?.pointee.codecpar.pointee.format =
        AV_PIX_FMT_NONE.rawValue
    }
    return result
  }

  /// What each stream's samples stand for, by what was read of it so far.
  private static func colors(
    of context: UnsafeMutablePointer<AVFormatContext>
  ) -> [ColorDescription] {
    (0..<(unsafe Int(context.pointee.nb_streams))).map { index in
      guard let stream = unsafe context.pointee.streams[index] else { return ColorDescription() }
      return unsafe ColorDescription(of: stream.pointee.codecpar.pointee)
    }
  }

  private static func declaredDuration(
    of context: UnsafeMutablePointer<AVFormatContext>
  ) -> Duration? {
    let noTimestamp = clipgate_no_timestamp()
    let whole = unsafe context.pointee.duration
    if whole != noTimestamp, whole > 0 { return Ratio(1, 1_000_000).duration(whole) }
    var longest: Duration?
    for index in 0..<(unsafe Int(context.pointee.nb_streams)) {
      guard let stream = unsafe context.pointee.streams[index] else { continue }
      let ticks = unsafe stream.pointee.duration
      guard ticks != noTimestamp, ticks > 0 else { continue }
      let duration = unsafe Ratio(stream.pointee.time_base).duration(ticks)
      longest = max(longest ?? duration, duration)
    }
    return longest
  }

  private static func error(_ number: Int32, _ call: String, _ source: FileSource) -> FFmpegError {
    if source.failure != 0 {
      return FFmpegError(
        code: .unreadable, call: "pread", number: clipgate_error_from_errno(source.failure))
    }
    if source.shouldStop { return FFmpegError(code: .interrupted, call: call, number: number) }
    return FFmpegError(call: call, number: number)
  }
}
