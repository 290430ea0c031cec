internal import CFFmpeg

/// A libav call that failed: which one, with what number, and what kind of failure that is.
public struct FFmpegError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure that a caller tells apart.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The bytes are not what they claim to be (`AVERROR_INVALIDDATA` and unknown failures).
    public static let invalidData = Self(rawValue: "invalid_data")
    /// An allocation failed.
    public static let noMemory = Self(rawValue: "no_memory")
    /// The work was interrupted by its caller.
    public static let interrupted = Self(rawValue: "interrupted")
    /// Reading the bytes failed in the system; `number` is the negated errno.
    public static let unreadable = Self(rawValue: "unreadable")
    /// No decoder, encoder, demuxer or filter of that name is there, or it is not allowed.
    public static let notFound = Self(rawValue: "not_found")
    /// An option was given that libav does not know.
    public static let unknownOption = Self(rawValue: "unknown_option")
  }

  /// What kind of failure it was.
  public var code: Code
  /// The libav function, as "avcodec_send_packet".
  public var call: String
  /// What it returned.
  public var number: Int32

  public init(code: Code, call: String, number: Int32 = 0) {
    self.code = code
    self.call = call
    self.number = number
  }

  /// The kind follows from what the call returned.
  init(call: String, number: Int32) {
    self.call = call
    self.number = number
    switch number {
    case clipgate_error_no_memory(): code = .noMemory
    case clipgate_error_exit(): code = .interrupted
    default: code = .invalidData
    }
  }

  /// One line that holds no path and no text of the movie (`av_strerror`).
  public var description: String {
    var text = [CChar](repeating: 0, count: 128)
    // av_strerror writes at most the given size and always ends with a NUL.
    unsafe text.withUnsafeMutableBufferPointer { buffer in
      _ = unsafe av_strerror(number, buffer.baseAddress, buffer.count)
    }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return "\(call): \(String(decoding: bytes, as: UTF8.self))"
  }
}

/// Throws what a libav call returned when that is an error.
@discardableResult
func check(_ result: Int32, _ call: String) throws(FFmpegError) -> Int32 {
  guard result >= 0 else { throw FFmpegError(call: call, number: result) }
  return result
}
