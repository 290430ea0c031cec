internal import Glibc

/// Where results go.
struct StandardOutput: Sendable {
  var descriptor: Int32 = STDOUT_FILENO

  /// Writes lines in as few calls as the system allows, so that two programs that share a log do
  /// not cut each other's lines.
  ///
  /// - Throws: `SystemError` when the reader is gone or the disk full; SIGPIPE is ignored, so that
  ///   the run ends in order.
  func write(_ lines: [String]) throws(SystemError) {
    guard !lines.isEmpty else { return }
    var rest = Array((lines.joined(separator: "\n") + "\n").utf8)[...]
    while !rest.isEmpty {
      // The slice is contiguous and lives during the call.
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // A pipe that someone else made non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw SystemError("write")
      }
    }
  }
}
