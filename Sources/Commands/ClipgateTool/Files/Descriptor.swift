internal import Glibc

/// An open file descriptor that closes itself.
struct Descriptor: ~Copyable {
  let number: Int32

  /// Takes over a descriptor that nobody else closes.
  init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a file by its name, relative to this process's directory.
  static func open(
    _ name: FileName, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> Descriptor {
    try Descriptor(
      owning: check("open") {
        // The name is lent for the call only.
        unsafe name.withCString { unsafe Glibc.open($0, flags | O_CLOEXEC, mode) }
      })
  }

  /// What `fstat(2)` says.
  func status() throws(SystemError) -> stat {
    var status = stat()
    // `fstat` fills a local value.
    _ = try check("fstat") { unsafe fstat(number, &status) }
    return status
  }

  /// Writes all bytes, however many calls that takes.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The slice is contiguous and lives during the call.
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(number, $0.baseAddress, $0.count)
      }
      if count < 0 {
        guard errno == EINTR else { throw SystemError("write") }
      } else {
        rest = rest.dropFirst(count)
      }
    }
  }
}

/// Repeats a call while a signal cuts it short, and throws when it answers -1.
func check(_ call: String, _ body: () -> Int32) throws(SystemError) -> Int32 {
  while true {
    let answer = body()
    if answer != -1 { return answer }
    guard errno == EINTR else { throw SystemError(call) }
  }
}
