import Foundation
import TestSupport
import Testing

/// Arrows point down only: the sources and `Package.swift` against the table in `Module`.
@Suite struct LayerTests {
  @Test(arguments: try SourceFile.sources())
  func `a file imports what the table allows its module`(_ file: SourceFile) throws {
    let module = try #require(
      Module.table.first { $0.name == file.module }, "\(file.module) is not in the table")
    let violations = ImportLine.violations(in: file, of: module)
    #expect(violations == [])
  }

  @Test(arguments: Module.table)
  func `a module depends on lower levels only`(_ module: Module) throws {
    for name in module.ours.subtracting(Module.cDoors) {
      let lower = try #require(Module.table.first { $0.name == name })
      #expect(lower.level < module.level)
    }
  }

  @Test func `Package swift has the table's modules and dependencies`() throws {
    let manifest = try String(contentsOfFile: Checkout.path("Package.swift"), encoding: .utf8)
    let declared = Self.dependencies(in: manifest)
    let expected = Dictionary(uniqueKeysWithValues: Module.table.map { ($0.name, $0.ours) })
    #expect(declared == expected)
  }

  /// Reads `.target(name: "A", dependencies: ["B"])` and its executable sister; tests and
  /// benchmarks are left out.
  static func dependencies(in manifest: String) -> [String: Set<String>] {
    let target = #/\.(?:target|executableTarget)\(\s*name: "(\w+)"([^)]*)\)/#
    let list = #/dependencies: \[([^\]]*)\]/#
    var found: [String: Set<String>] = [:]
    for match in manifest.matches(of: target)
    where !match.2.contains(#/path: "(?:Tests|Benchmarks|Examples)\//#) {
      let names = match.2.firstMatch(of: list)?.1.matches(of: #/"(\w+)"/#) ?? []
      found[String(match.1)] = Set(names.map { String($0.1) })
    }
    return found
  }

  // That the gates can fail.

  @Test(arguments: [
    ("internal import Foundation", "Rules", "Rules may not import Foundation"),
    ("  @preconcurrency internal import Glibc", "Boxes", "Boxes may not import Glibc"),
    ("internal import struct Ingest.Pipeline", "FFmpeg", "FFmpeg may not import Ingest"),
    ("import Glibc", "FFmpeg", "the import of Glibc needs an access level"),
    ("public import CFFmpeg", "FFmpeg", "CFFmpeg is a C library: internal import only"),
    ("internal import CFFmpeg", "Ingest", "Ingest may not import CFFmpeg"),
  ])
  func `a wrong import is caught`(line: String, module: String, message: String) throws {
    let module = try #require(Module.table.first { $0.name == module })
    let file = SourceFile(path: "Sources/X.swift", text: "// import Foundation\n\(line)\n")
    #expect(
      ImportLine.violations(in: file, of: module)
        == [Violation(path: "Sources/X.swift", line: 2, message: message)])
  }

  @Test func `a dependency that is added to Package swift is seen`() {
    let manifest = """
      .target(
        name: "A",
        dependencies: ["B", "C"]),
      .target(name: "B"),
      .target(name: "S", path: "Tests/S"),
      """
    #expect(Self.dependencies(in: manifest) == ["A": ["B", "C"], "B": []])
  }
}
