internal import CFFmpeg

/// The SHA-256 of bytes that come piece by piece (libavutil's `av_sha`).
@safe
public struct SHA256: ~Copyable {
  // Owned: freed in deinit.
  private let context: OpaquePointer

  public init() throws(FFmpegError) {
    guard let made = unsafe av_sha_alloc() else {
      throw FFmpegError(code: .noMemory, call: "av_sha_alloc")
    }
    unsafe av_sha_init(made, 256)
    unsafe context = made
  }

  deinit { unsafe av_free(UnsafeMutableRawPointer(context)) }

  /// Adds bytes to what is hashed.
  public mutating func update(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe av_sha_update(context, buffer.baseAddress, buffer.count)
    }
  }

  /// The digest of everything given so far, as 64 hexadecimal digits; ends the computation.
  public consuming func finish() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    // SHA-256 writes 32 bytes.
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      unsafe av_sha_final(context, buffer.baseAddress)
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
