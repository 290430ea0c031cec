internal import CFFmpeg

/// A decoded picture or piece of sound; reused from one to the next.
@safe
public struct Frame: ~Copyable {
  // Owned: freed in deinit.
  let pointer: UnsafeMutablePointer<AVFrame>

  public init() throws(FFmpegError) {
    guard let made = unsafe av_frame_alloc() else {
      throw FFmpegError(code: .noMemory, call: "av_frame_alloc")
    }
    unsafe pointer = made
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe pointer
    unsafe av_frame_free(&frame)
  }

  /// A second owner of the same samples, without a copy of them (`av_frame_ref`).
  public borrowing func shared() throws(FFmpegError) -> Frame {
    let other = try Frame()
    try check(unsafe av_frame_ref(other.pointer, pointer), "av_frame_ref")
    return other
  }

  func clear() { unsafe av_frame_unref(pointer) }

  /// Becomes silence of one channel, of the kind that libavcodec's decoders of speech give.
  func fillWithSilence(samples: Int, rate: Int, timestamp: Int64?) throws(FFmpegError) {
    clear()
    unsafe pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    unsafe pointer.pointee.nb_samples = Int32(samples)
    unsafe pointer.pointee.sample_rate = Int32(rate)
    unsafe clipgate_default_layout(&pointer.pointee.ch_layout, 1)
    try check(unsafe av_frame_get_buffer(pointer, 0), "av_frame_get_buffer")
    // One plane of as many samples as the buffer was made for.
    unsafe av_samples_set_silence(
      pointer.pointee.extended_data, 0, Int32(samples), 1, AV_SAMPLE_FMT_FLTP)
    let time = timestamp ?? clipgate_no_timestamp()
    unsafe pointer.pointee.pts = time
    unsafe pointer.pointee.best_effort_timestamp = time
  }

  /// In ticks of the stream's time base, by libav's best guess; nil where nothing is known.
  public var timestamp: Int64? {
    let best = unsafe pointer.pointee.best_effort_timestamp
    let value = unsafe best == clipgate_no_timestamp() ? pointer.pointee.pts : best
    return value == clipgate_no_timestamp() ? nil : value
  }
  /// The packet that a picture was decoded from: its place among all that the decoder was given, from 0;
  /// nil where the decoder does not tell.
  public var packetNumber: Int? {
    // Marks count from 1.
    let mark = unsafe clipgate_frame_packet_mark(pointer)
    return mark > 0 ? Int(mark) - 1 : nil
  }
  /// In ticks of the stream's time base; 0 where unknown.
  public var duration: Int64 { unsafe max(0, clipgate_frame_duration(pointer)) }
  /// In pixels; 0 for sound.
  public var width: Int { unsafe Int(pointer.pointee.width) }
  /// In pixels; 0 for sound.
  public var height: Int { unsafe Int(pointer.pointee.height) }
  /// Whether it is two fields of different moments.
  public var isInterlaced: Bool { unsafe clipgate_frame_is_interlaced(pointer) != 0 }
  /// Whether the decoder could not decode all of it and made up the rest.
  public var isDamaged: Bool {
    unsafe pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
      || pointer.pointee.decode_error_flags != 0
  }
  /// Says that it was not decoded whole.
  func markDamaged() { unsafe pointer.pointee.flags |= AV_FRAME_FLAG_CORRUPT }
  /// Width to height of a pixel; 0:1 where unknown.
  public var sampleAspectRatio: Ratio { unsafe Ratio(pointer.pointee.sample_aspect_ratio) }
  /// libavutil's name of the pixel format, or nil for sound.
  public var pixelFormat: String? {
    guard width > 0 else { return nil }
    // A static string of libavutil.
    return unsafe av_get_pix_fmt_name(AVPixelFormat(pointer.pointee.format))
      .map { unsafe String(cString: $0) }
  }
  /// Bits of a picture's first component; nil where unknown.
  public var bitDepth: Int? {
    // A static table entry of libavutil.
    guard width > 0,
      let description = unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format))
    else { return nil }
    return unsafe Int(description.pointee.comp.0.depth)
  }
  /// Whether the samples are red, green and blue, or indices into a palette of such.
  public var isRGB: Bool {
    // A static table entry of libavutil.
    guard width > 0,
      let description = unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format))
    else { return false }
    let flags = unsafe description.pointee.flags
    return flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
  }
  /// Whether pixels may be transparent.
  public var hasAlpha: Bool {
    // A static table entry of libavutil.
    guard width > 0,
      let description = unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format))
    else { return false }
    return unsafe description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
  }
  /// Width and height of the smallest plane of samples, in samples; zeros for sound.
  public var smallestPlane: (width: Int, height: Int) {
    var (across, down): (Int32, Int32) = (0, 0)
    // Two numbers are filled in; formats that are none leave them.
    _ = unsafe av_pix_fmt_get_chroma_sub_sample(
      AVPixelFormat(pointer.pointee.format), &across, &down)
    return ((width + (1 << across) - 1) >> across, (height + (1 << down) - 1) >> down)
  }
  /// What the sample values stand for.
  public var color: ColorDescription {
    unsafe ColorDescription(
      range: pointer.pointee.color_range, primaries: pointer.pointee.color_primaries,
      transfer: pointer.pointee.color_trc, matrix: pointer.pointee.colorspace)
  }
  /// Samples of one channel.
  public var sampleCount: Int { unsafe Int(pointer.pointee.nb_samples) }
  /// Samples a second.
  public var sampleRate: Int { unsafe Int(pointer.pointee.sample_rate) }
  /// Channels of sound; 0 for pictures.
  public var channels: Int { unsafe Int(pointer.pointee.ch_layout.nb_channels) }

  /// Says how the sample values stand for colour, where the stream left it open.
  ///
  /// A picture that is told its range has a pixel format that says nothing of it: `yuv420p`, not
  /// `yuvj420p`.
  public mutating func setColor(_ color: ColorDescription) {
    // The names are looked up in libavutil's tables; unknown ones leave the field as it is.
    if let range = color.range {
      unsafe pointer.pointee.color_range = range == "pc" ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
      // Filters of FFmpeg 7 believe the format and not the range where they differ.
      let plain = Self.formatsWithoutRange[unsafe AVPixelFormat(pointer.pointee.format).rawValue]
      if let plain { unsafe pointer.pointee.format = plain.rawValue }
    }
    if let matrix = color.matrix {
      let found = unsafe av_color_space_from_name(matrix)
      if found >= 0 { unsafe pointer.pointee.colorspace = AVColorSpace(UInt32(found)) }
    }
    if let primaries = color.primaries {
      let found = unsafe av_color_primaries_from_name(primaries)
      if found >= 0 { unsafe pointer.pointee.color_primaries = AVColorPrimaries(UInt32(found)) }
    }
    if let transfer = color.transfer {
      let found = unsafe av_color_transfer_from_name(transfer)
      if found >= 0 {
        unsafe pointer.pointee.color_trc = AVColorTransferCharacteristic(UInt32(found))
      }
    }
  }

  /// The formats whose name says full range, and the same layouts without.
  private static let formatsWithoutRange = [
    AV_PIX_FMT_YUVJ420P.rawValue: AV_PIX_FMT_YUV420P,
    AV_PIX_FMT_YUVJ422P.rawValue: AV_PIX_FMT_YUV422P,
    AV_PIX_FMT_YUVJ444P.rawValue: AV_PIX_FMT_YUV444P,
    AV_PIX_FMT_YUVJ440P.rawValue: AV_PIX_FMT_YUV440P,
    AV_PIX_FMT_YUVJ411P.rawValue: AV_PIX_FMT_YUV411P,
  ]

  /// Says that it is two fields, and whether the upper one is the earlier, where the decoder did not.
  public mutating func setFields(topFirst: Bool) {
    unsafe clipgate_frame_set_fields(pointer, topFirst ? 1 : 0)
  }

  /// Sets the presentation timestamp that an encoder or a filter reads.
  public mutating func setTimestamp(_ ticks: Int64) {
    unsafe pointer.pointee.pts = ticks
    unsafe pointer.pointee.best_effort_timestamp = ticks
    unsafe pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
  }

  /// Lends the first plane of a picture: rows of `stride` bytes, `width` of them samples.
  public borrowing func withFirstPlane<R>(
    _ body: (_ rows: UnsafeRawBufferPointer, _ stride: Int) throws -> R
  ) rethrows -> R {
    let stride = unsafe Int(pointer.pointee.linesize.0)
    // A negative stride (a picture stored bottom up) is lent as an empty plane.
    let count = stride > 0 ? stride * height : 0
    let rows = unsafe UnsafeRawBufferPointer(start: pointer.pointee.data.0, count: count)
    return try unsafe body(rows, stride)
  }
}
