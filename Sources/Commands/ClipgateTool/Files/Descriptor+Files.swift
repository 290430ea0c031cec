internal import Glibc
internal import Sandbox

// What this program does with descriptors.
extension Descriptor {
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
