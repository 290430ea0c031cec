/// How much of a body's structure is taken; its data is for the receiver to count.
public struct MultipartLimits: Sendable {
  /// Parts of a body.
  public var parts: Int
  /// Header lines of a part.
  public var headerLines: Int
  /// Bytes of a part's header, line ends included.
  public var headerBytes: Int
  /// Bytes before the first delimiter, which nobody reads.
  public var preambleBytes: Int
  /// Blanks behind a delimiter.
  public var paddingBytes: Int

  public init(
    parts: Int = 64, headerLines: Int = 16, headerBytes: Int = 16_384, preambleBytes: Int = 16_384,
    paddingBytes: Int = 256
  ) {
    self.parts = parts
    self.headerLines = headerLines
    self.headerBytes = headerBytes
    self.preambleBytes = preambleBytes
    self.paddingBytes = paddingBytes
  }
}
