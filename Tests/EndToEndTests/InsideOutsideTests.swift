internal import Foundation
internal import TestSupport
internal import Testing

/// A box changes nothing of what comes out of it.
@Suite(.corpus) struct InsideOutsideTests {
  /// The report without what every run has for itself.
  private func told(_ processed: Processed) throws -> [String: JSON] {
    var told: [String: JSON] = [:]
    for key in ["accepted", "reasons", "warnings", "facts", "plan"] {
      told[key] = processed.report[key]
    }
    told["output"] = processed.report["output"]["facts"]
    told["sha256"] = processed.report["output"]["sha256"]
    told["why"] = processed.report["poster"]["why"]
    return told
  }

  static let sample: [Corpus.Entry] = {
    // Everything takes minutes; a sample has one of each kind of file.
    let all = Corpus.entries.filter { $0.say == "accept" }
    guard !Soak.isOn else { return all }
    return all.enumerated().filter { $0.offset % 8 == 0 }.map(\.element)
  }()

  @Test(arguments: sample)
  func `A movie gives the same inside as outside, byte for byte`(_ entry: Corpus.Entry) throws {
    let inside = try Clipgate.process(entry.path)
    let outside = try Clipgate.process(entry.path, flags: ["--unconfined"])
    #expect(try told(inside) == told(outside))
    #expect(
      try Data(contentsOf: URL(filePath: inside.movie))
        == Data(contentsOf: URL(filePath: outside.movie)))
    #expect(
      try Data(contentsOf: URL(filePath: inside.poster))
        == Data(contentsOf: URL(filePath: outside.poster)))
  }
}
