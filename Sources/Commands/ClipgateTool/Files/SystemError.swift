internal import Glibc

/// That a system call failed.
struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The call, as "openat".
  var call: String
  /// `errno`.
  var number: Int32

  init(_ call: String, _ number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  /// The system's words for the number, as "No such file or directory"; no path, no user's text.
  var description: String {
    var text = [CChar](repeating: 0, count: 256)
    // The XSI strerror_r: writes at most the given count, zero-terminated; safe on any thread.
    guard unsafe strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether a device or a quota has no room left.
  var isFull: Bool { number == ENOSPC || number == EDQUOT }
}
