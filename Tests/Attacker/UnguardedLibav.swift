internal import CFFmpeg
internal import Glibc

/// libav as a careless program uses it: every demuxer, every protocol, the name of the file known.
enum UnguardedLibav {
  private static let protocols =
    "file,http,https,tcp,tls,udp,rtp,rtmp,hls,concat,crypto,data,subfile,pipe,cache,async"

  /// Has every library loaded before there is a box.
  static func load() {
    unsafe av_log_set_callback { _, _, _, _ in }
    _ = avformat_version()
  }

  /// Opens a movie and reads it to its end, and writes what it got to another file.
  ///
  /// - Returns: 0 where libav took it for a movie, else 1.
  static func open(_ descriptor: Int32, named path: String, into output: Int32) -> Int32 {
    // One descriptor for the callback's whole life; libav owns the buffer.
    let state = UnsafeMutablePointer<(Int32, Int64)>.allocate(capacity: 1)
    unsafe state.initialize(to: (descriptor, 0))
    let io = unsafe avio_alloc_context(
      av_malloc(32_768)?.assumingMemoryBound(to: UInt8.self), 32_768, 0, state,
      { opaque, buffer, count in
        guard let state = unsafe opaque?.assumingMemoryBound(to: (Int32, Int64).self) else {
          return -1
        }
        let got = unsafe pread(state.pointee.0, buffer, Int(count), off_t(state.pointee.1))
        unsafe state.pointee.1 += Int64(max(0, got))
        return got > 0 ? Int32(got) : -0x2046_4F45
      }, nil,
      { opaque, offset, whence in
        guard let state = unsafe opaque?.assumingMemoryBound(to: (Int32, Int64).self) else {
          return -1
        }
        if whence == 0x10000 { return -1 }
        unsafe state.pointee.1 = whence == SEEK_SET ? offset : state.pointee.1 + offset
        return unsafe state.pointee.1
      })
    var context = unsafe avformat_alloc_context()
    unsafe context?.pointee.pb = io
    var options: OpaquePointer?
    unsafe av_dict_set(&options, "protocol_whitelist", protocols, 0)
    unsafe av_dict_set(&options, "enable_drefs", "1", 0)
    unsafe av_dict_set(&options, "use_absolute_path", "1", 0)
    unsafe av_dict_set(&options, "allowed_extensions", "ALL", 0)
    // FFmpeg 7.1 looks at the names of a playlist's segments, too.
    unsafe av_dict_set(&options, "allowed_segment_extensions", "ALL", 0)
    unsafe av_dict_set(&options, "extension_picky", "0", 0)
    unsafe av_dict_set(&options, "safe", "0", 0)
    let format = unsafe isPlaylist(descriptor) ? av_find_input_format("hls") : nil
    guard unsafe avformat_open_input(&context, path, format, &options) >= 0 else { return 1 }
    _ = unsafe avformat_find_stream_info(context, nil)
    let packet = unsafe av_packet_alloc()
    var count = 0
    while count < 10_000, unsafe av_read_frame(context, packet) >= 0 {
      if let bytes = unsafe packet?.pointee.data, let size = unsafe packet?.pointee.size {
        _ = unsafe write(output, bytes, Int(size))
      }
      unsafe av_packet_unref(packet)
      count += 1
    }
    return 0
  }

  /// libav 7.1 takes no file for a playlist whose name ends like another kind's, unless it is told.
  private static func isPlaylist(_ descriptor: Int32) -> Bool {
    let mark = Array("#EXTM3U".utf8)
    var start = [UInt8](repeating: 0, count: mark.count)
    // Fills as many bytes as the array has.
    return unsafe pread(descriptor, &start, start.count, 0) == start.count && start == mark
  }
}
