/// What parts of a body are apart by (RFC 2046, 5.1.1): 1 to 70 printable characters.
public struct MultipartBoundary: Sendable, Equatable {
  /// Without the dashes before it.
  let bytes: [UInt8]

  /// Reads the value of a request's `Content-Type`.
  ///
  /// - Throws: `MultipartError.Code.badType`.
  public init(contentType: some StringProtocol) throws(MultipartError) {
    guard let value = HeaderValue(Array(contentType.utf8)), value.word == "multipart/form-data"
    else {
      throw MultipartError(.badType, "the type is not multipart/form-data")
    }
    guard let bytes = value[bytes: "boundary"] else {
      throw MultipartError(.badType, "the type has no boundary")
    }
    // A blank may stand within, and not at the end, where it would be taken for padding.
    guard 1...70 ~= bytes.count, bytes.allSatisfy({ 0x20...0x7E ~= $0 }), bytes.last != 0x20 else {
      throw MultipartError(.badType, "the boundary is none")
    }
    self.bytes = bytes
  }
}
