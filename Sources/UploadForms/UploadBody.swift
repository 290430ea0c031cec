internal import Multipart

/// A form laid out as a body of `multipart/form-data`: its type, its length, and ways to read it.
///
/// Nothing of a file is in memory but the piece that is read at the moment.
public struct UploadBody: Sendable {
  let layout: MultipartLayout
  let paths: [String]

  init(_ layout: MultipartLayout, paths: [String]) {
    self.layout = layout
    self.paths = paths
  }

  /// The value of `Content-Type`, with the boundary.
  public var contentType: String { layout.contentType }

  /// The value of `Content-Length`, in bytes, known before a file is read.
  public var contentLength: Int64 { layout.contentLength }

  /// Reads the body from its beginning, a piece at a time.
  public func reader() -> UploadReader { UploadReader(self) }
}
