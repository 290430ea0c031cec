internal import Boxes
internal import CLinux

#if canImport(Glibc)
  internal import Glibc
#endif

/// An open regular file, read by `pread`.
struct InputFile {
  let descriptor: Int32
  let size: Int64

  /// - Throws: `unreadable` where the descriptor is not of a regular file.
  init(descriptor: Int32) throws(IngestError) {
    var status = stat()
    // Fills one stat; glibc's own call asks by path, which a confined process may not.
    guard unsafe clinux_fstat(descriptor, &status) == 0 else {
      throw IngestError(code: .unreadable, call: "fstat", number: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw IngestError(code: .unreadable, call: "fstat")
    }
    self.descriptor = descriptor
    size = Int64(status.st_size)
  }

  /// Reads at most `count` bytes from `offset`; fewer only at the end of the file.
  func read(at offset: Int64, count: Int) throws(IngestError) -> [UInt8] {
    var failure: Int32 = 0
    let descriptor = descriptor
    // pread fills at most `capacity` bytes of the uninitialised buffer.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      filled = 0
      while filled < buffer.count {
        let got = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled,
          off_t(offset) + filled)
        if got > 0 {
          filled += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    guard failure == 0 else {
      throw IngestError(code: .unreadable, call: "pread", number: failure)
    }
    return bytes
  }

  /// The same bytes for the walk over the boxes.
  var boxReader: BoxReader {
    let file = self
    return BoxReader(size: UInt64(size)) { offset, count in
      guard let start = Int64(exactly: offset) else { return [] }
      return try file.read(at: start, count: count)
    }
  }
}
