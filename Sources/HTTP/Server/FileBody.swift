internal import Glibc

/// A part of a regular file that an answer consists of, sent by `sendfile(2)`, or by TLS from where it is read.
package final class FileBody: Sendable {
  let descriptor: Int32
  /// Where its first byte is.
  package let offset: Int64
  /// How many bytes it has.
  package let count: Int64

  /// Takes a descriptor of its own (`dup`), so that the given one may be closed.
  ///
  /// - Parameters:
  ///   - descriptor: a regular file that is open for reading.
  ///   - offset: where the first byte is, 0 and up.
  ///   - count: bytes that the file has from there on; where it turns out to have fewer, the connection is cut.
  /// - Returns: nil where the process has no more descriptors.
  package init?(duplicating descriptor: Int32, offset: Int64 = 0, count: Int64) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { return nil }
    self.descriptor = own
    self.offset = max(0, offset)
    self.count = max(0, count)
  }

  deinit { close(descriptor) }
}
