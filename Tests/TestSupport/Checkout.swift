internal import Foundation

/// Where this checkout of the project lies.
package enum Checkout {
  /// The folder that holds `Package.swift`, without a slash at the end.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The path of a file or folder of the project, named from its root.
  package static func path(_ relative: String) -> String { "\(root)/\(relative)" }

  /// The path of something in `../shared`, or nil where that data is absent (the test is skipped).
  package static func shared(_ relative: String) -> String? {
    let candidate = URL(filePath: root).deletingLastPathComponent()
      .appending(path: "shared/\(relative)").path
    return FileManager.default.fileExists(atPath: candidate) ? candidate : nil
  }
}
