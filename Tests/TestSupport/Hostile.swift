internal import Foundation

/// The attacks and the hard but good movies of `../shared/hostile`.
package enum Hostile {
  /// One file and its right outcome.
  package struct Entry: Sendable {
    package let name: String
    /// `accept`, `reject` or `either`.
    package let outcome: String
    /// What it attacks: `bomb`, `playlist`, `tables` and so on.
    package let kind: String

    package var path: String { Hostile.folder.map { "\($0)/\(name)" } ?? name }
  }

  package static let folder = Checkout.shared("hostile")

  /// The movies among them; whole HTTP requests are left to the tests of the server.
  package static let movies: [Entry] = {
    guard let folder, let document = try? JSON(file: "\(folder)/manifest.json") else { return [] }
    return document.items.compactMap { item in
      guard let name = item["file"].string, !name.hasSuffix(".req"),
        let outcome = item["outcome"].string, let kind = item["cls"].string
      else { return nil }
      return Entry(name: name, outcome: outcome, kind: kind)
    }
  }()

  package static func path(_ name: String) -> String? { Checkout.shared("hostile/\(name)") }
}
