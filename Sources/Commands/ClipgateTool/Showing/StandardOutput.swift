internal import Glibc
internal import Ingest
internal import Sandbox

/// Where results go.
struct StandardOutput: Sendable {
  var descriptor: Int32 = STDOUT_FILENO
  /// Ends the wait for a reader that takes nothing.
  let interruption: Interruption

  /// Writes lines in as few calls as the system allows, so that two programs that share a log do
  /// not cut each other's lines.
  ///
  /// - Throws: `SystemError` when the reader is gone or the disk full; SIGPIPE is ignored, so that
  ///   the run ends in order. `EINTR` where a signal came while nobody read.
  func write(_ lines: [String]) throws(SystemError) {
    guard !lines.isEmpty else { return }
    var rest = Array((lines.joined(separator: "\n") + "\n").utf8)[...]
    let most = piece
    while !rest.isEmpty {
      // Waiting in small pieces lets a signal end the wait; a file is always ready.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&waiting, 1, 100) != 0 else {
        if interruption.isInterrupted { throw SystemError("write", EINTR) }
        continue
      }
      // The slice is contiguous and lives during the call.
      let count = unsafe rest.prefix(most).withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR, errno != EAGAIN {
        throw SystemError("write")
      }
    }
  }

  /// The bytes of one call: all of them into a file, elsewhere what `poll` promises room for.
  private var piece: Int {
    var status = stat()
    // `fstat` fills a local value.
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    return isFile ? .max : Int(PIPE_BUF)
  }
}
