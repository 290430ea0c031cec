internal import Glibc

/// That a system call failed.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The call, as "openat".
  package var call: String
  /// `errno`.
  package var number: Int32

  package init(_ call: String, _ number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  /// What a fork server said of itself, its number and its call.
  init(payload: [UInt8]) {
    let call = String(decoding: payload.dropFirst(4), as: UTF8.self)
    self.init(
      Plausible.word(call) ? call : "fork server",
      payload.count > 4 ? Int32(littleEndian: payload[0..<4]) : EPROTO)
  }

  var payload: [UInt8] { number.littleEndianBytes + Array(call.utf8) }

  /// The system's words for the number, as "No such file or directory"; no path, no user's text.
  package var description: String {
    var text = [CChar](repeating: 0, count: 256)
    // The XSI strerror_r: writes at most the given count, zero-terminated; safe on any thread.
    guard unsafe strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Repeats a call while a signal cuts it short, and throws when it answers -1.
@discardableResult
package func check(_ call: String, _ body: () -> Int32) throws(SystemError) -> Int32 {
  while true {
    let answer = body()
    if answer != -1 { return answer }
    guard errno == EINTR else { throw SystemError(call) }
  }
}
