internal import Foundation
internal import TestSupport
internal import Testing

/// Movies cut short anywhere and changed anywhere.
@Suite(.cases, .hostile, .corpus) struct DamageTests {
  private static func source(_ name: String) throws -> [UInt8] {
    let path = Corpus.path(name) ?? Hostile.path(name)
    return [UInt8](try Data(contentsOf: URL(filePath: try path ?? CaseInputs.path(name))))
  }

  @Test(
    arguments: ["moovfront.mp4", "exact5.mp4", "apple_iphone_h264_rot90_mebx_ios9.mov"])
  func `No beginning of a movie is accepted as a whole one`(_ name: String) throws {
    let whole = try Self.source(name)
    var generator = SeededGenerator(seed: 5)
    let lengths =
      // Two bytes after the last box of the iPhone's file are no box's, and nothing indexes them.
      [whole.count - 3, whole.count - 8, 0, 1, 8]
      + (5..<Soak.count(34, soak: 334)).map { _ in
        Int.random(in: 0..<whole.count - 2, using: &generator)
      }
    for batch in stride(from: 0, to: lengths.count, by: 50) {
      let folder = try ScratchFolder()
      let paths = try lengths[batch..<min(batch + 50, lengths.count)].enumerated().map {
        try folder.write(Data(whole.prefix($0.element)), as: "\($0.offset)-\($0.element).mp4")
      }
      let verdicts = try Clipgate.check(paths)
      #expect(verdicts.map { $0["name"].string } == paths)
      for verdict in verdicts {
        #expect(verdict["accepted"].bool == false, "\(name) \(verdict["name"])")
      }
    }
  }

  static let bases = [
    "ok-faststart.mp4", "rec4.webm", "start3600.ts", "odd.gif", "pcm.mov", "frag_empty.mp4",
    "opus.mp4", "pipe.mkv", "avi_mpeg4_5fps_720p.avi", "es_mpeg1_bogus_duration.mpg",
  ]

  @Test(arguments: bases)
  func `A changed movie neither crashes nor hangs the program`(_ name: String) throws {
    let whole = try Self.source(name)
    let count = Soak.count(20, soak: 200)
    for batch in stride(from: 0, to: count, by: 20) {
      let folder = try ScratchFolder()
      let paths = try (batch..<batch + 20).map { seed in
        try folder.write(Data(Mutation.of(whole, seed: UInt64(seed))), as: "\(seed)")
      }
      let outcome = try Clipgate.run(
        ["check", "--deep", "--json", "--"] + paths, deadline: .seconds(300))
      let ending = outcome.ending
      #expect(
        ending == .exit(0) || ending == .exit(1),
        "\(name): died after seed \(batch + outcome.lines.count - 1): \(outcome.errors.suffix(300))"
      )
      #expect(outcome.lines.count == paths.count)
      #expect(!outcome.output.contains("crashed_decoder"), "\(name), seeds from \(batch)")
      // The budget of one file is 20 s; small movies must not come near it.
      #expect(outcome.cpu < .seconds(60), "\(name), seeds from \(batch)")
      try processSome(paths, of: name)
    }
  }

  /// Runs the whole pipeline on every tenth file.
  private func processSome(_ paths: [String], of name: String) throws {
    for path in stride(from: 0, to: paths.count, by: 10).map({ paths[$0] }) {
      let processed = try Clipgate.process(path)
      #expect(processed.isAccepted || processed.isRefused, "\(name) \(path): \(processed.summary)")
      #expect(!processed.answer.codes.contains("movie.crashed_decoder"), "\(name) \(path)")
    }
  }
}
