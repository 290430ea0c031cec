#if canImport(Glibc)
  internal import Glibc
#endif

/// An open file that an output is written to, by `pwrite` from its start.
struct OutputFile {
  let descriptor: Int32

  /// Writes pieces one after another.
  func write(_ pieces: [[UInt8]]) throws(IngestError) {
    var offset: Int64 = 0
    for piece in pieces {
      try write(piece, at: offset)
      offset += Int64(piece.count)
    }
  }

  private func write(_ bytes: [UInt8], at offset: Int64) throws(IngestError) {
    var failure: Int32 = 0
    let descriptor = descriptor
    // pwrite reads at most what is left of `bytes`.
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let got = unsafe pwrite(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written,
          off_t(offset) + written)
        if got > 0 {
          written += got
        } else if got < 0 && errno != EINTR {
          failure = errno
          return
        } else if got == 0 {
          failure = EIO
          return
        }
      }
    }
    guard failure == 0 else {
      let isFull = failure == ENOSPC || failure == EDQUOT || failure == EFBIG
      throw IngestError(code: isFull ? .diskFull : .unwritable, call: "pwrite", number: failure)
    }
  }
}
