internal import CFFmpeg

/// Reads picture sizes and field order out of coded pictures, without decoding them.
///
/// A stream may change its size in the middle; the container's header does not tell.
@safe
public struct PictureParser: ~Copyable {
  // Both owned: freed in deinit.
  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private let context: UnsafeMutablePointer<AVCodecContext>
  /// The largest picture seen so far, in pixels.
  public private(set) var largestPicture: Int64 = 0
  /// Whether the last packet read holds the second field of a picture that began in one before.
  public private(set) var isSecondField = false
  /// Of H.264, the only codec whose fields may be a packet each and become one picture: libavcodec
  /// gives each field of H.265 as a picture, and takes those of MPEG-2 together before.
  private var fields: FieldPairs?

  /// - Throws: `notFound` where libavcodec has no parser for the codec (`av_parser_init`).
  public init(_ demuxer: borrowing Demuxer, stream index: Int) throws(FFmpegError) {
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
    unsafe self.parser = parser
    unsafe self.context = made
    if unsafe made.pointee.codec_id == AV_CODEC_ID_H264 {
      // The context's own bytes, lent to be looked at.
      fields = unsafe FieldPairs(
        extradata: UnsafeRawBufferPointer(
          start: made.pointee.extradata, count: Int(made.pointee.extradata_size)))
    } else {
      fields = nil
    }
  }

  deinit {
    var freeing: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe av_parser_close(parser)
    unsafe avcodec_free_context(&freeing)
  }

  /// Looks at one whole coded picture (`av_parser_parse2`).
  public mutating func read(_ packet: borrowing Packet) {
    var output: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    // With complete frames the output is the packet's own memory; nothing is kept of it.
    _ = unsafe av_parser_parse2(
      parser, context, &output, &size, packet.pointer.pointee.data, packet.pointer.pointee.size,
      packet.pointer.pointee.pts, packet.pointer.pointee.dts, -1)
    let pixels = unsafe Int64(parser.pointee.width) * Int64(parser.pointee.height)
    largestPicture = max(largestPicture, pixels)
    guard fields != nil else { return }
    let structure = unsafe parser.pointee.picture_structure
    // Lent to be looked at.
    isSecondField = unsafe packet.withBytes { unsafe fields?.add($0, structure) ?? false }
  }
}
