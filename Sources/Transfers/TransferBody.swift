/// What a request carries; its length is known, so that it is sent with it and not in chunks.
package enum TransferBody: Sendable {
  /// From memory.
  case bytes([UInt8])
  /// From somewhere else, a piece at a time.
  case source(any TransferSource)
}

/// Bytes that can be read again and again from their beginning.
package protocol TransferSource: Sendable {
  /// How many there are.
  var length: Int64 { get }
  /// Begins at the first of them; each exchange does that once.
  func begin() -> any TransferReader
}

/// One reading of a source, from its beginning to its end.
package protocol TransferReader: AnyObject {
  /// Reads the next bytes.
  ///
  /// - Parameter most: how many at most, from 1 on.
  /// - Returns: the bytes; none at the end only.
  /// - Throws: whatever ends the exchange; it is handed on in `TransferFailure`.
  func next(_ most: Int) throws -> [UInt8]
}
