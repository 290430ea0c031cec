/// How much of a request's structure is taken; over it the answer is 431, or 400 in a body.
package struct RequestLimits: Sendable {
  /// Bytes of the request line.
  package var lineBytes = 8192
  /// Bytes of the whole head, line ends included.
  package var headBytes = 32_768
  /// Fields of the head.
  package var fields = 100
  /// Bytes of all chunk extensions of a body together.
  package var extensionBytes = 4096
  /// Bytes of all trailers of a body together.
  package var trailerBytes = 8192

  /// The defaults.
  package init() {}
}
