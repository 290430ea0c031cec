package import Foundation

/// A folder of a test's own, removed with everything in it when the test lets go of it.
package final class ScratchFolder: Sendable {
  package let path: String

  package init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "clipgate-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and gives its path.
  package func write(_ data: Data, as name: String) throws -> String {
    try data.write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// Copies a file in and gives its new path.
  package func copy(_ source: String, as name: String) throws -> String {
    try FileManager.default.copyItem(atPath: source, toPath: file(name))
    return file(name)
  }

  /// The names of everything in it, sorted, those with a leading dot too.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
