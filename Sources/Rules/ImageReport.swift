/// The written picture of a post.
public struct ImageReport: Codable, Sendable, Equatable {
  /// The size of the file.
  @Count public var bytes: Int64
  /// In pixels; always `ImageReport.width`.
  @Count public var width: Int
  /// In pixels.
  @Count public var height: Int

  /// The width of every picture of a post, in pixels.
  public static let width = 150
  /// The most pixels in height, which is the most that our encoder of JPEG takes.
  public static let maxHeight = 65_500
  /// The most bytes of the file.
  public static let maxBytes: Int64 = 100_000

  public init(bytes: Int64, width: Int = ImageReport.width, height: Int) {
    self.bytes = bytes
    self.width = width
    self.height = height
  }
}
