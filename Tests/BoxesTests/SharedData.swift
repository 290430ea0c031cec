import Foundation

/// Data that stands beside a checkout and is not part of it.
enum SharedData {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../../shared")
    .standardizedFileURL

  /// Why tests over it are skipped where they are.
  static let reason = "../shared is not beside this checkout"

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  /// The rows of a list of JSON objects; none where the file is not there.
  static func rows<Row: Decodable>(_ path: String, as type: Row.Type) -> [Row] {
    guard let data = try? Data(contentsOf: folder.appending(path: path)) else { return [] }
    return (try? JSONDecoder().decode([Row].self, from: data)) ?? []
  }
}
