import Foundation
import TestSupport
import Testing

/// A Swift file of the project: its text, and its code with comments and strings blanked out.
struct SourceFile: Sendable, CustomTestStringConvertible {
  /// From the project's root, as "Sources/Rules/Judge.swift".
  let path: String
  let lines: [String]
  /// The same lines, with spaces where comments and the text of strings were. Code inside an
  /// interpolation stays.
  let code: [String]

  var testDescription: String { path }

  init(path: String, text: String) {
    self.path = path
    lines = text.components(separatedBy: "\n")
    code = CodeScanner.blank(text).components(separatedBy: "\n")
  }

  /// The module whose folder holds the file, for a path below `Sources`.
  var module: String {
    let parts = path.split(separator: "/").map(String.init)
    let nested = parts.count > 3 && ["Commands", "Libraries"].contains(parts[1])
    return nested ? parts[2] : parts[1]
  }

  /// Every Swift file below `Sources`, in order.
  static func sources() throws -> [SourceFile] {
    let found = FileManager.default.enumerator(atPath: Checkout.path("Sources"))?.allObjects ?? []
    return try found.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map {
      let text = try String(contentsOfFile: Checkout.path("Sources/\($0)"), encoding: .utf8)
      return SourceFile(path: "Sources/\($0)", text: text)
    }
  }
}

/// Something in a file that a rule forbids; printed as a compiler prints it.
struct Violation: Equatable, CustomStringConvertible {
  let path: String
  /// Counted from 1.
  let line: Int
  let message: String

  var description: String { "\(path):\(line): \(message)" }
}
