internal import CFFmpeg

/// Remembers that a decoder of JPEG told of samples that it could not decode.
///
/// It gives the picture all the same and marks it by nothing; only the log tells.
final class ToldErrors {
  /// Whether it told of any since this was set to false.
  var isSet = false

  /// Looks at a message of libav.
  ///
  /// - Parameters:
  ///   - object: who sends it.
  ///   - format: what it is made of.
  static func note(
    _ object: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>?
  ) {
    // Every object that logs begins with the address of its class; that of decoders is a constant.
    guard level == AV_LOG_ERROR, let object = unsafe object, let format = unsafe format,
      unsafe object.load(as: UnsafePointer<AVClass>?.self) == avcodec_get_class()
    else { return }
    let context = unsafe object.assumingMemoryBound(to: AVCodecContext.self)
    // Only `Decoder` sets it, to an object that lives as long as the context.
    guard unsafe context.pointee.codec_id == AV_CODEC_ID_MJPEG,
      let opaque = unsafe context.pointee.opaque
    else { return }
    // "error y=… x=…", "error dc", "error count: …"; what it says of comments and the like differs.
    let words: StaticString = "error "
    for index in 0..<words.utf8CodeUnitCount {
      guard unsafe UInt8(bitPattern: format[index]) == words.utf8Start[index] else { return }
    }
    unsafe Unmanaged<ToldErrors>.fromOpaque(opaque).takeUnretainedValue().isSet = true
  }
}
