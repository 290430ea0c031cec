package import FoundationEssentials

/// A post of the Chatter app that is to be inserted.
package struct NewPost: Equatable, Sendable {
  /// A new random id, under which its image is in the store already.
  package var id: UUID
  /// Who posted it.
  package var username: String?
  /// What it says.
  package var message: String?
  /// Whether it has an image.
  package var hasImage: Bool

  /// Makes a post.
  package init(id: UUID, username: String?, message: String?, hasImage: Bool = false) {
    self.id = id
    self.username = username
    self.message = message
    self.hasImage = hasImage
  }
}
