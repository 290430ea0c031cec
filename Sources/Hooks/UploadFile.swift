internal import Glibc

/// An upload's file, open for reading alone: it is tusd's, and nobody here writes, moves or removes it.
package struct UploadFile: ~Copyable, Sendable {
  /// A regular file, open as long as this value lives.
  package let descriptor: Int32
  /// Its size in bytes when it was opened.
  package let size: Int64

  /// - Parameter descriptor: that nobody else closes.
  init(owning descriptor: Int32, size: Int64) {
    self.descriptor = descriptor
    self.size = size
  }

  deinit { close(descriptor) }

  /// Whether it has the size that it was opened with: somebody may still write it.
  package var isSettled: Bool {
    var status = stat()
    // A local value is filled.
    return unsafe fstat(descriptor, &status) == 0 && Int64(status.st_size) == size
  }

  /// Reads bytes from anywhere in the file, by `pread(2)`.
  ///
  /// - Parameters:
  ///   - offset: where the first of them is.
  ///   - count: how many are wanted at most.
  /// - Returns: those that are there, up to the size that the file was opened with; none at its end.
  package func bytes(at offset: Int64, count: Int) throws(UploadFault) -> [UInt8] {
    let wanted = Int(min(Int64(count), max(0, size - offset)))
    guard wanted > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: wanted)
    while true {
      // The array is lent for the call, which fills at most its own length.
      let got = unsafe pread(descriptor, &bytes, wanted, Int(offset))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .system(errno) }
      bytes.removeLast(wanted - got)
      return bytes
    }
  }
}
