internal import Foundation
internal import TestSupport
internal import Testing

/// `Tests/README.md` is the map from public bug reports to tests.
struct ReportsTableTests {
  /// The rows of the map: a report's id and what covers it.
  private static func map() throws -> [String: String] {
    let text = try String(contentsOfFile: Checkout.path("Tests/README.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| B") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return Dictionary(rows.map { ($0[0], $0.last ?? "") }) { one, _ in one }
  }

  @Test(
    .enabled(if: Checkout.shared("cases/reports.tsv") != nil, "../shared/cases is not here"))
  func `Every report is covered by a test or named as the work of a later issue`() throws {
    let path = try #require(Checkout.shared("cases/reports.tsv"))
    let reports = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n").dropFirst().compactMap {
        $0.split(separator: "\t").first.map(String.init)
      }
    #expect(reports.count == 136)
    #expect(try Self.map().keys.sorted() == reports.sorted())
  }

  @Test func `Every test that the map names exists`() throws {
    for (report, cover) in try Self.map() {
      let names = cover.split(separator: "`").filter { $0.contains(".") }
      #expect(!names.isEmpty || cover.contains("issue "), "\(report) is covered by nothing")
      for name in names {
        let parts = name.split(separator: ".").map(String.init)
        let sources = [
          "EndToEndTests", "EndToEndTests/Service", "EndToEndTests/Faults", "EndToEndTests/Hooks",
          "IngestTests", "LedgerTests",
        ].compactMap {
          try? String(
            contentsOfFile: Checkout.path("Tests/\($0)/\(parts[0]).swift"), encoding: .utf8)
        }
        #expect(
          sources.contains { $0.contains("func \(parts[1])(") }, "\(report): \(name)")
      }
    }
  }
}
