internal import CFFmpeg

/// Reads picture sizes and field order out of coded pictures, without decoding them.
///
/// A stream may change its size in the middle; the container's header does not tell.
@safe
public struct PictureParser: ~Copyable {
  private let parser: CodecParser
  /// The largest picture seen so far, in pixels.
  public private(set) var largestPicture: Int64 = 0
  /// Whether the last packet read holds the second field of a picture that began in one before.
  public private(set) var isSecondField = false
  /// Whether the last packet read holds one field of a picture whose other may be in the next.
  public private(set) var isField = false
  /// Of H.264, the only codec whose fields may be a packet each and become one picture: libavcodec
  /// gives each field of H.265 as a picture, and takes those of MPEG-2 together before.
  private var fields: FieldPairs?

  /// - Throws: `notFound` where libavcodec has no parser for the codec (`av_parser_init`).
  public init(_ demuxer: borrowing Demuxer, stream index: Int) throws(FFmpegError) {
    let parser = try CodecParser(demuxer, stream: index)
    let context = unsafe parser.context
    if unsafe context.pointee.codec_id == AV_CODEC_ID_H264 {
      // The context's own bytes, lent to be looked at.
      fields = unsafe FieldPairs(
        extradata: UnsafeRawBufferPointer(
          start: context.pointee.extradata, count: Int(context.pointee.extradata_size)))
    } else {
      fields = nil
    }
    self.parser = parser
  }

  /// Looks at one whole coded picture (`av_parser_parse2`).
  public mutating func read(_ packet: borrowing Packet) {
    parser.read(packet)
    let pixels = unsafe Int64(parser.state.pointee.width) * Int64(parser.state.pointee.height)
    largestPicture = max(largestPicture, pixels)
    guard fields != nil else { return }
    let structure = unsafe parser.state.pointee.picture_structure
    isField = structure != AV_PICTURE_STRUCTURE_FRAME
    // Lent to be looked at.
    isSecondField = unsafe packet.withBytes { unsafe fields?.add($0, structure) ?? false }
  }
}
