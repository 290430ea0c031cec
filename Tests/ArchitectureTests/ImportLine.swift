import Foundation

/// An `import` of a file.
struct ImportLine: Equatable {
  /// Counted from 1.
  let line: Int
  /// `public`, `package`, `internal`, `fileprivate`, `private`, or nil where none is written.
  let access: String?
  let module: String

  /// The imports of a file, in order.
  static func all(in file: SourceFile) -> [ImportLine] {
    file.code.enumerated().compactMap { index, code in
      var words = code.split(whereSeparator: \.isWhitespace).map(String.init)
      while let first = words.first, first.hasPrefix("@") { words.removeFirst() }
      var access: String?
      if let first = words.first, levels.contains(first) { access = words.removeFirst() }
      guard words.count > 1, words.removeFirst() == "import" else { return nil }
      if words.count > 1, kinds.contains(words[0]) { words.removeFirst() }
      let module = words[0].split(separator: ".").first.map(String.init) ?? words[0]
      return ImportLine(line: index + 1, access: access, module: module)
    }
  }

  /// What the table forbids in a file.
  static func violations(in file: SourceFile, of module: Module) -> [Violation] {
    var found: [Violation] = []
    func add(_ line: ImportLine, _ message: String) {
      found.append(Violation(path: file.path, line: line.line, message: message))
    }
    for line in all(in: file) {
      if !module.ours.union(module.system).contains(line.module) {
        add(line, "\(module.name) may not import \(line.module)")
      }
      if line.access == nil {
        add(line, "the import of \(line.module) needs an access level")
      }
      if Module.cDoors.contains(line.module) && line.access != "internal" {
        add(line, "\(line.module) is a C library: internal import only")
      }
    }
    return found
  }

  private static let levels: Set = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set = [
    "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
  ]
}
