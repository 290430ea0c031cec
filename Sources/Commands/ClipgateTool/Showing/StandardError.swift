internal import Glibc

/// Where messages and progress go.
struct StandardError: Sendable {
  var descriptor: Int32 = STDERR_FILENO

  /// Writes a message for people, with the program's name before it.
  func message(_ text: String) { write("clipgate: \(text)\n") }

  /// Writes text as it is.
  ///
  /// A message is worth a second, not a job: where nobody reads and the pipe is full, it is
  /// dropped. Other failures are dropped too, for there is nowhere to tell them.
  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&waiting, 1, 1_000) == 1 else { return }
      // `poll` promises room for PIPE_BUF bytes, so that a blocking pipe takes these at once. The
      // slice is contiguous and lives during the call.
      let count = unsafe rest.prefix(Int(PIPE_BUF)).withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
