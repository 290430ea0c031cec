internal import CFFmpeg

/// libavcodec's parser of a codec, for packets that are whole, with the context that it wants.
@safe
struct CodecParser: ~Copyable {
  // Both owned: freed in deinit.
  /// What the parser found out of the last packet.
  let state: UnsafeMutablePointer<AVCodecParserContext>
  /// The stream's set-up.
  let context: UnsafeMutablePointer<AVCodecContext>

  /// - Throws: `notFound` where libavcodec has no parser for the stream's codec (`av_parser_init`).
  init(_ demuxer: borrowing Demuxer, stream index: Int) throws(FFmpegError) {
    guard index < demuxer.streams.count,
      let stream = unsafe demuxer.context.pointee.streams[index],
      let parser = unsafe av_parser_init(Int32(stream.pointee.codecpar.pointee.codec_id.rawValue))
    else { throw FFmpegError(code: .notFound, call: "av_parser_init") }
    var context = unsafe avcodec_alloc_context3(nil)
    guard let made = unsafe context else {
      unsafe av_parser_close(parser)
      throw FFmpegError(code: .noMemory, call: "avcodec_alloc_context3")
    }
    let result = unsafe avcodec_parameters_to_context(made, stream.pointee.codecpar)
    guard result >= 0 else {
      unsafe av_parser_close(parser)
      unsafe avcodec_free_context(&context)
      throw FFmpegError(call: "avcodec_parameters_to_context", number: result)
    }
    unsafe parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    unsafe state = parser
    unsafe self.context = made
  }

  deinit {
    var freeing: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe av_parser_close(state)
    unsafe avcodec_free_context(&freeing)
  }

  /// Reads a packet (`av_parser_parse2`); what it found is in `state`.
  func read(_ packet: borrowing Packet) {
    var output: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    // With complete frames the output is the packet's own memory; nothing is kept of it.
    _ = unsafe av_parser_parse2(
      state, context, &output, &size, packet.pointer.pointee.data, packet.pointer.pointee.size,
      packet.pointer.pointee.pts, packet.pointer.pointee.dts, -1)
  }
}
