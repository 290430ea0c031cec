#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The system's words for an error number.
enum SystemText {
  static func of(_ number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // The call fills at most the buffer's own length, and ends what it writes with NUL.
    guard unsafe strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    return String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
