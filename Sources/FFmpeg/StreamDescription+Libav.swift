internal import CFFmpeg

extension StreamDescription {
  /// Copies out what libav knows of a stream; nothing of it is kept by address.
  init(_ stream: UnsafeMutablePointer<AVStream>) {
    // Every pointer read here belongs to `stream` and is read before this returns.
    let parameters = unsafe stream.pointee.codecpar.pointee
    index = unsafe Int(stream.pointee.index)
    id = unsafe Int(stream.pointee.id)
    kind = unsafe Kind(parameters.codec_type)
    codec =
      unsafe parameters.codec_id == AV_CODEC_ID_NONE
      ? nil : unsafe avcodec_get_name(parameters.codec_id).map { unsafe String(cString: $0) }
    profile = unsafe avcodec_profile_name(parameters.codec_id, parameters.profile)
      .map { unsafe String(cString: $0) }
    timeBase = unsafe Ratio(stream.pointee.time_base)
    decoder = unsafe Allowed.decoder(for: parameters.codec_id)
      .map { unsafe String(cString: $0.pointee.name) }
    let disposition = unsafe stream.pointee.disposition
    isDefault = disposition & AV_DISPOSITION_DEFAULT != 0
    isAttachedPicture =
      disposition
      & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS
        | AV_DISPOSITION_STILL_IMAGE) != 0
    width = unsafe Int(parameters.width)
    height = unsafe Int(parameters.height)
    let streamAspect = unsafe Ratio(stream.pointee.sample_aspect_ratio)
    sampleAspectRatio =
      unsafe streamAspect.isPositive ? streamAspect : Ratio(parameters.sample_aspect_ratio)
    averageFrameRate = unsafe Ratio(stream.pointee.avg_frame_rate)
    baseFrameRate = unsafe Ratio(stream.pointee.r_frame_rate)
    let isVideo = unsafe parameters.codec_type == AVMEDIA_TYPE_VIDEO
    pixelFormat =
      isVideo
      ? unsafe av_get_pix_fmt_name(AVPixelFormat(parameters.format))
        .map { unsafe String(cString: $0) } : nil
    color = unsafe ColorDescription(of: parameters)
    displayMatrix = unsafe Self.displayMatrix(of: stream)
    var size = 0
    let light = unsafe clipgate_stream_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, &size)
    var peak = unsafe lightLevelPeak(light, size)
    if peak == nil {
      let display = unsafe clipgate_stream_side_data(
        stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, &size)
      peak = unsafe masteringPeak(display, size)
    }
    peakLuminance = peak
    let dolby = unsafe clipgate_stream_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size)
    hasDolbyVision = unsafe dolby != nil
    if let dolby = unsafe dolby, size >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size {
      // The record belongs to the stream; two numbers of it are read.
      let (profile, compatibility) = unsafe dolby.withMemoryRebound(
        to: AVDOVIDecoderConfigurationRecord.self, capacity: 1
      ) { unsafe ($0.pointee.dv_profile, $0.pointee.dv_bl_signal_compatibility_id) }
      needsDolbyVision = profile == 5 || profile == 10 && compatibility == 0
    }
    isInterlaced =
      unsafe parameters.field_order.rawValue > AV_FIELD_PROGRESSIVE.rawValue
    isTopFieldFirst = [AV_FIELD_TT, AV_FIELD_BT].contains(unsafe parameters.field_order)
    reorderDelay = unsafe Int(max(0, parameters.video_delay))
    channels = unsafe Int(parameters.ch_layout.nb_channels)
    sampleRate = unsafe Int(parameters.sample_rate)
    initialPadding = unsafe Int(max(0, parameters.initial_padding))
    frameSize = unsafe Int(parameters.frame_size)
    extradata = unsafe [UInt8](
      UnsafeBufferPointer(
        start: parameters.extradata, count: max(0, Int(parameters.extradata_size))))
    metadataKeys = unsafe metadataNames(stream.pointee.metadata)
  }

  private static func displayMatrix(of stream: UnsafeMutablePointer<AVStream>) -> [Int32]? {
    var size = 0
    // Nine native 32-bit integers, found by type among other side data.
    guard
      let data = unsafe clipgate_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
      size >= 36
    else { return nil }
    return unsafe data.withMemoryRebound(to: Int32.self, capacity: 9) { values in
      unsafe [Int32](UnsafeBufferPointer(start: values, count: 9))
    }
  }
}

extension StreamDescription.Kind {
  init(_ type: AVMediaType) {
    switch type {
    case AVMEDIA_TYPE_VIDEO: self = .video
    case AVMEDIA_TYPE_AUDIO: self = .audio
    case AVMEDIA_TYPE_SUBTITLE: self = .subtitle
    case AVMEDIA_TYPE_DATA: self = .data
    case AVMEDIA_TYPE_ATTACHMENT: self = .attachment
    default: self = .unknown
    }
  }
}

extension ColorDescription {
  init(of parameters: AVCodecParameters) {
    // Four numbers are copied out.
    unsafe self.init(
      range: parameters.color_range, primaries: parameters.color_primaries,
      transfer: parameters.color_trc, matrix: parameters.color_space)
  }

  init(
    range: AVColorRange, primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic,
    matrix: AVColorSpace
  ) {
    // The names are static strings of libavutil.
    self.range =
      range == AVCOL_RANGE_MPEG ? "tv" : range == AVCOL_RANGE_JPEG ? "pc" : nil
    self.primaries =
      primaries == AVCOL_PRI_UNSPECIFIED
      ? nil : unsafe av_color_primaries_name(primaries).map { unsafe String(cString: $0) }
    self.transfer =
      transfer == AVCOL_TRC_UNSPECIFIED
      ? nil : unsafe av_color_transfer_name(transfer).map { unsafe String(cString: $0) }
    self.matrix =
      matrix == AVCOL_SPC_UNSPECIFIED
      ? nil : unsafe av_color_space_name(matrix).map { unsafe String(cString: $0) }
  }
}

/// The names of a dictionary's entries that have a value, in lower case.
func metadataNames(_ dictionary: OpaquePointer?) -> [String] {
  var names: [String] = []
  var entry: UnsafeMutablePointer<AVDictionaryEntry>? = nil
  // Entries stay where they are while the dictionary is not changed.
  while let next = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
    if unsafe next.pointee.value[0] != 0 {
      names.append(unsafe String(cString: next.pointee.key).lowercased())
    }
    unsafe entry = unsafe next
    if names.count >= 4096 { break }
  }
  return names
}
