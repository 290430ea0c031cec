internal import CFFmpeg

/// Reads out of packets of sound how many samples they hold, without decoding them.
@safe
public final class SoundParser {
  // Both owned: freed in deinit.
  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private let context: UnsafeMutablePointer<AVCodecContext>

  /// A parser of a stream of FLAC or Vorbis: nothing else tells the samples of their packets.
  ///
  /// - Throws: `notFound` for every other codec.
  public init(_ demuxer: borrowing Demuxer, stream index: Int) throws(FFmpegError) {
    guard index < demuxer.streams.count,
      let stream = unsafe demuxer.context.pointee.streams[index],
      unsafe Self.isKnown(stream.pointee.codecpar.pointee.codec_id),
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
    unsafe self.parser = parser
    unsafe self.context = made
  }

  private static func isKnown(_ codec: AVCodecID) -> Bool {
    codec == AV_CODEC_ID_FLAC || codec == AV_CODEC_ID_VORBIS
  }

  deinit {
    var freeing: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe av_parser_close(parser)
    unsafe avcodec_free_context(&freeing)
  }

  /// Samples of one channel in a packet (`av_parser_parse2`); 0 where it does not tell.
  ///
  /// Of Vorbis those that come out once the packet before it was decoded, so all packets must be given,
  /// in order.
  public func samples(of packet: borrowing Packet) -> Int {
    var output: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    unsafe parser.pointee.duration = 0
    // With complete frames the output is the packet's own memory; nothing is kept of it.
    _ = unsafe av_parser_parse2(
      parser, context, &output, &size, packet.pointer.pointee.data, packet.pointer.pointee.size,
      packet.pointer.pointee.pts, packet.pointer.pointee.dts, -1)
    return unsafe Int(max(0, parser.pointee.duration))
  }
}
