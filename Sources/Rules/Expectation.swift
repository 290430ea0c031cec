/// What a written movie must turn out to be when somebody else reads it.
///
/// Whoever wrote it knows, and tells; whoever checks it again measures, and compares.
public struct Expectation: Codable, Sendable, Equatable {
  /// Pictures that are shown.
  @Count public var pictures: Int
  /// Whether there is sound.
  public var hasSound: Bool

  public init(pictures: Int, hasSound: Bool) {
    self.pictures = pictures
    self.hasSound = hasSound
  }

  enum CodingKeys: String, CodingKey {
    case pictures
    case hasSound = "has_sound"
  }
}
