package import FoundationEssentials

/// A post of the Chatter app, as it is listed.
package struct Post: Equatable, Sendable {
  /// Its id, which names its image.
  package let id: UUID
  /// Who posted it.
  package let username: String?
  /// What it says.
  package let message: String?
  /// Whether it has an image.
  package let hasImage: Bool
  /// Its clip, which is ready; nil where it has none.
  package let clip: UUID?
  /// When it was inserted, on the database's clock, in whole milliseconds.
  package let created: Date
}
