internal import Glibc
internal import Sandbox

/// The configuration as bytes.
enum ConfigurationFile {
  /// The most bytes that a configuration may have: 1 MiB, a thousand times what one needs.
  static let mostBytes = 1 << 20

  /// Reads a file, or a pipe as shells make one for `<(…)`.
  static func contents(of name: FileName) throws(SystemError) -> [UInt8] {
    let descriptor = try Descriptor.open(name, O_RDONLY | O_NOCTTY)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      // `read` fills at most the buffer's own length.
      let count = unsafe read(descriptor.number, &buffer, buffer.count)
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw SystemError("read")
      }
      bytes += buffer[..<count]
      guard bytes.count <= mostBytes else { throw SystemError("read", EFBIG) }
    }
  }
}
