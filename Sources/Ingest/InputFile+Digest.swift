internal import FFmpeg

extension InputFile {
  /// Bytes that are held at once while they are hashed.
  private static let pieceLength = 1 << 18

  /// The SHA-256 of all bytes, as 64 hexadecimal digits.
  ///
  /// - Throws: `unreadable` where the file became shorter since it was opened; `interrupted`.
  func sha256(interruption: Interruption) throws -> String {
    var hash = try SHA256()
    var offset: Int64 = 0
    while offset < size {
      if interruption.isInterrupted { throw IngestError(code: .interrupted, call: "interrupt") }
      let piece = try read(at: offset, count: min(Self.pieceLength, Int(clamping: size - offset)))
      guard !piece.isEmpty else { throw IngestError(code: .unreadable, call: "pread") }
      hash.update(piece)
      offset += Int64(piece.count)
    }
    return hash.finish()
  }
}
