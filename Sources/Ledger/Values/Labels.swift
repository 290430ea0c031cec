/// What a client called a clip; labels only, which decide nothing.
package struct Labels: Equatable, Sendable {
  /// The file's name.
  package let filename: String?
  /// The media type.
  package let contentType: String?

  /// Makes labels.
  package init(filename: String? = nil, contentType: String? = nil) {
    self.filename = filename
    self.contentType = contentType
  }
}
