internal import Foundation

/// The real movies of `../shared/corpus` and the right answer for each.
package enum Corpus {
  /// The right answer for one file.
  package struct Entry: Sendable {
    package let name: String
    /// `accept`, `reject` or `either`.
    package let say: String
    package let why: String
    package let isMovie: Bool
    /// In seconds; in MP4 and QuickTime counted from movie time 0.
    package let whole: Double?
    package let displaySize: String?
    package let hasAudio: Bool
    package let audioDecodes: Bool
    package let rotation: Int?
    /// What is unusual about it, in words.
    package let odd: String

    package var path: String { Corpus.folder.map { "\($0)/\(name)" } ?? name }
  }

  package static let folder = Checkout.shared("corpus")

  /// All entries; none where the data is absent.
  package static let entries: [Entry] = {
    guard let folder, let document = try? JSON(file: "\(folder)/expected.json") else { return [] }
    return document.items.compactMap { item in
      guard let name = item["name"].string, let say = item["say"].string else { return nil }
      return Entry(
        name: name, say: say, why: item["why"].string ?? "",
        isMovie: item["is_movie"].bool ?? false,
        whole: item["whole"].double, displaySize: item["display_size"].string,
        hasAudio: item["has_audio"].bool ?? false,
        audioDecodes: item["audio_decodes"].bool ?? false, rotation: item["rotation"].int,
        odd: item["odd"].string ?? "")
    }
  }()

  /// One entry's name for tests that take a file by name.
  package static func path(_ name: String) -> String? { Checkout.shared("corpus/\(name)") }
}
