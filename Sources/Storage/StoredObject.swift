internal import Glibc

/// An object that is open for reading; it stays whole and the same as long as this value lives.
package struct StoredObject: ~Copyable, Sendable {
  /// A regular file, open for reading alone as long as this value lives: for a child that reads it, or
  /// a server that sends it.
  package let descriptor: Int32
  /// Its size in bytes.
  package let size: Int64

  /// - Parameter descriptor: a regular file that nobody else closes.
  init(owning descriptor: Int32, size: Int64) {
    self.descriptor = descriptor
    self.size = size
  }

  deinit { close(descriptor) }

  /// Reads bytes from anywhere in the object, by `pread(2)`.
  ///
  /// - Parameters:
  ///   - offset: where the first of them is; at and behind the end there are none.
  ///   - count: how many are wanted at most.
  /// - Returns: as many as there are.
  /// - Throws: `StorageError`.
  package func bytes(at offset: Int64, count: Int) throws(StorageError) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(min(Int64(count), size - offset)))
    var filled = 0
    while filled < bytes.count {
      let got = try check("pread") {
        // The array's bytes are lent for the call, which fills them.
        unsafe bytes.withUnsafeMutableBytes {
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: $0[filled...])
          return unsafe pread(descriptor, rest.baseAddress, rest.count, Int(offset) + filled)
        }
      }
      // Somebody cut the file; what was promised is not there.
      guard got > 0 else { throw StorageError(.device, "pread") }
      filled += got
    }
    return bytes
  }
}
