import Foundation
import TestSupport
import Testing

/// One movie of `samples/` and the verdict that it should get, as `manifest.json` has it.
///
/// Figures come from ffprobe; nil means that the manifest does not say.
struct Sample: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  let shows: String
  let accepted: Bool
  let reasons: [String]
  let warnings: [String]?
  let presented: Double?
  let width: Int?
  let height: Int?
  let hasAudio: Bool?

  enum CodingKeys: String, CodingKey {
    case name, shows, accepted, reasons, warnings, presented, width, height
    case hasAudio = "has_audio"
  }

  var testDescription: String { name }

  /// Where the movie lies.
  var path: String { Checkout.path("samples/\(name)") }

  private struct Manifest: Decodable {
    let samples: [Sample]
  }

  /// All samples, in the manifest's order.
  static func all() throws -> [Sample] {
    let data = try Data(contentsOf: URL(filePath: Checkout.path("samples/manifest.json")))
    return try JSONDecoder().decode(Manifest.self, from: data).samples
  }
}
